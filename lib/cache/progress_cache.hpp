// Progress of running tasks in Redis, for whoever polls often. Only a copy: the table has the truth.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/log.hpp"
#include "base/time.hpp"
#include "cache/connection.hpp"
#include "cache/redis_target.hpp"

namespace cache {

struct Progress {
  std::uint64_t current = 0;
  std::uint64_t total = 0;
  int percent = 0;  // 0 to 99
  std::string token;
};

// The hash report:progress:{id} with current, total, percent and token, which lives 2 h after its last
// write. Whoever began last owns it: what others put or drop is ignored, and so is a put to a hash
// that is gone. The percentage never falls while it has one owner.
//
// Redis may be absent, slow, full, or die at any moment: the first failure is the one event
// `cache.unavailable`, and for 5 s after each nothing is tried. No call waits longer than 300 ms for
// connecting and 300 ms for an answer, and none throws. Thread-safe: one connection, one mutex.
class ProgressCache {
 public:
  // Without a target every call does nothing. `rest` is how long nothing is tried after a failure.
  ProgressCache(std::optional<RedisTarget> target, const base::Log& log, base::milliseconds rest = base::seconds(5));

  // False when nothing was written.
  bool begin(std::int64_t task_id, std::string_view token, std::uint64_t total) noexcept;
  bool put(std::int64_t task_id, std::string_view token, std::uint64_t current, std::uint64_t total) noexcept;
  bool drop(std::int64_t task_id, std::string_view token) noexcept;

  // Empty when there is none, or no Redis.
  std::optional<Progress> get(std::int64_t task_id) noexcept;

  // Whether Redis answered the last call. True without a call, false without a target.
  bool is_available() const noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  Reply ask(const std::vector<std::string_view>& arguments);
  bool write(std::string_view script, std::int64_t task_id, const std::vector<std::string_view>& values) noexcept;
  void report(const std::string& reason);

  const base::Log& log_;
  base::milliseconds rest_;
  std::string shown_target_;
  mutable std::mutex mutex_;
  std::optional<Connection> connection_;
  Clock::time_point not_before_{};
  bool has_failed_ = false;
  bool has_warned_ = false;
};

// floor(current / total * 100), at most 99; 0 for a total of 0.
int percent_of(std::uint64_t current, std::uint64_t total);

}  // namespace cache
