// A Redis server of the test's own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/subprocess.hpp"
#include "support/temp_dir.hpp"

namespace support {

class PrivateRedis {
 public:
  // `arguments` as redis-server takes them: {"--maxmemory", "1mb"}. It ends with this object, or
  // with the thread that made it.
  explicit PrivateRedis(std::vector<std::string> arguments = {});

  std::string url(int database = 0) const;  // for --redis
  unsigned port() const { return port_; }

  // One command, through a connection of its own; the reply as text: strings as they are, "(nil)",
  // integers in digits, a list's items one a line. Throws for an error reply.
  std::string command(const std::vector<std::string>& words) const;

  void kill();         // as a crash does
  void pause() const;  // SIGSTOP: connections stay open and nothing answers
  void resume() const;
  void start();  // again, on the same port, empty

 private:
  bool try_start();

  TempDir folder_;
  std::vector<std::string> arguments_;
  std::unique_ptr<Process> server_;
  unsigned port_ = 0;
};

}  // namespace support
