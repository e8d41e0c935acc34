// Running a program from outside, without a shell.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <map>
#include <string>
#include <vector>

namespace support {

using std::chrono::milliseconds;

struct Command {
  std::vector<std::string> argv;  // argv[0] is a path
  std::map<std::string, std::string>
      env{};                  // beside PATH, a UTF-8 locale and the sanitizers' options, nothing is inherited
  std::string input{};        // stdin
  std::string output_path{};  // stdout goes there ("/dev/full") instead of into Finished::out
  std::string folder{};       // working folder; empty: this one
  bool own_group = true;      // a process group of its own, killed as a whole at the end
};

struct Finished {
  int exit_code = -1;  // -1 when a signal ended it
  int signal = 0;
  std::string out, err;
  milliseconds took{0};
};

// A program that runs in the background. It is killed when this object, or the test process, goes.
class Process {
 public:
  explicit Process(const Command& command);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  Process(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  bool is_running();

  // What it has printed so far.
  std::string out() const;
  std::string err() const;

  // Its end. Throws, with what it printed, when it is still running after `within`.
  Finished wait(milliseconds within = std::chrono::seconds{60});

 private:
  bool reap(bool block);

  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
  bool ended_ = false, own_group_ = true;
  int status_ = 0;
  std::string name_;
  std::chrono::steady_clock::time_point began_, ended_at_;
};

inline Finished run(const Command& command, milliseconds within = std::chrono::seconds{60}) {
  return Process(command).wait(within);
}

// The path of a built program of this project.
std::string program(const std::string& name);

}  // namespace support
