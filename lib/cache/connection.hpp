// One connection to Redis that never waits long and never raises SIGPIPE.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "cache/redis_target.hpp"

namespace cache {

// What Redis answered. Only one of the three is meant.
struct Reply {
  enum class Kind { kFailed, kInteger, kList };
  Kind kind = Kind::kFailed;
  std::string reason;                             // kFailed: connection or error reply, without secrets
  std::int64_t integer = 0;                       // kInteger
  std::vector<std::optional<std::string>> items;  // kList; a nil is empty
};

// Not thread-safe. Throws nothing but std::bad_alloc.
class Connection {
 public:
  // `limit` bounds connecting, and each command. Resolving a host's name is bounded by the resolver.
  Connection(RedisTarget target, base::milliseconds limit);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Sends one command and waits for its answer, connecting first when there is no connection. A
  // broken connection is closed; an error reply leaves it open.
  Reply ask(const std::vector<std::string_view>& arguments);

 private:
  struct State;
  bool open(std::string& reason);
  std::string greet(const std::vector<std::string_view>& arguments);
  Reply send(const std::vector<std::string_view>& arguments);
  void close();

  RedisTarget target_;
  base::milliseconds limit_;
  std::unique_ptr<State> state_;
};

}  // namespace cache
