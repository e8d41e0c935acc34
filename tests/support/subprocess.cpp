#include "support/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "support/eventually.hpp"

namespace support {

namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

// stdout and stderr go into files in memory: they never fill up as a pipe does, and can be read at any time.
int memory_file(const char* name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0) fail("memfd_create");
  return file;
}

std::string content_of(int file) {
  struct stat info {};
  if (fstat(file, &info) != 0) fail("fstat");
  std::string text(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t n = pread(file, text.data() + got, text.size() - got, static_cast<off_t>(got));
    if (n <= 0) break;
    got += static_cast<std::size_t>(n);
  }
  text.resize(got);
  return text;
}

std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> all;
  all["LC_ALL"] = "C.UTF-8";
  for (const char* name : {"PATH", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) all[name] = value;
  for (const auto& [name, value] : command.env) all[name] = value;
  std::vector<std::string> lines;
  for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Between fork and exec the child still has the test runner's signal handlers.
void reset_signals(const sigset_t& mask) {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &standard, nullptr);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
}

}  // namespace

Process::Process(const Command& command)
    : out_(memory_file("stdout")),
      err_(memory_file("stderr")),
      own_group_(command.own_group),
      name_(command.argv.at(0)) {
  const int in = memory_file("stdin");
  if (write(in, command.input.data(), command.input.size()) != static_cast<ssize_t>(command.input.size()))
    fail("stdin");
  lseek(in, 0, SEEK_SET);
  const int out = command.output_path.empty() ? dup(out_) : open(command.output_path.c_str(), O_WRONLY | O_CLOEXEC);
  if (out < 0) fail(command.output_path);

  std::vector<std::string> arguments = command.argv, environment = environment_of(command);
  const std::vector<char*> argv = pointers_to(arguments), envp = pointers_to(environment);
  const pid_t parent = getpid();
  began_ = std::chrono::steady_clock::now();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_ = fork();
  if (pid_ == 0) {
    reset_signals(before);
    if (own_group_) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err_, 2);
    if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(127);
    execve(argv[0], argv.data(), envp.data());
    dprintf(2, "cannot start %s: errno %d\n", argv[0], errno);
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid_ < 0) fail("fork");
  if (own_group_) setpgid(pid_, pid_);
  close(in);
  close(out);
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      out_(std::exchange(other.out_, -1)),
      err_(std::exchange(other.err_, -1)),
      ended_(other.ended_),
      own_group_(other.own_group_),
      status_(other.status_),
      name_(std::move(other.name_)),
      began_(other.began_),
      ended_at_(other.ended_at_) {}

Process::~Process() {
  if (pid_ > 0) {
    if (!ended_) {
      kill(own_group_ ? -pid_ : pid_, SIGKILL);
      reap(true);
    }
    if (own_group_) kill(-pid_, SIGKILL);  // what it left behind
  }
  if (out_ >= 0) close(out_);
  if (err_ >= 0) close(err_);
}

void Process::send(int signal) const {
  if (kill(pid_, signal) != 0) fail("kill");
}

bool Process::reap(bool block) {
  if (ended_) return true;
  pid_t got;
  do got = waitpid(pid_, &status_, block ? 0 : WNOHANG);
  while (got < 0 && errno == EINTR);
  ended_ = got == pid_;
  if (ended_) ended_at_ = std::chrono::steady_clock::now();
  return ended_;
}

bool Process::is_running() { return !reap(false); }
std::string Process::out() const { return content_of(out_); }
std::string Process::err() const { return content_of(err_); }

Finished Process::wait(milliseconds within) {
  if (!eventually([this] { return reap(false); }, within))
    throw std::runtime_error(name_ + " is still running after " + std::to_string(within.count()) +
                             " ms\nstdout: " + out() + "\nstderr: " + err());
  Finished end;
  end.took = std::chrono::duration_cast<milliseconds>(ended_at_ - began_);
  end.out = out();
  end.err = err();
  if (WIFEXITED(status_)) end.exit_code = WEXITSTATUS(status_);
  if (WIFSIGNALED(status_)) end.signal = WTERMSIG(status_);
  return end;
}

std::string program(const std::string& name) { return std::string(ONESHOT_PROGRAMS) + "/" + name; }

}  // namespace support
