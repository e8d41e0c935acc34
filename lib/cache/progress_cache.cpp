#include "cache/progress_cache.hpp"

#include <algorithm>
#include <charconv>

namespace cache {

namespace {

constexpr base::milliseconds kLimit{300};
constexpr std::string_view kLifetime = "7200";

// KEYS[1] the hash; ARGV token, lifetime, then current, total, percent.
constexpr std::string_view kBegin =
    "redis.call('HSET', KEYS[1], 'current', ARGV[3], 'total', ARGV[4], 'percent', ARGV[5], 'token', ARGV[1]) "
    "redis.call('EXPIRE', KEYS[1], ARGV[2]) "
    "return 1";
constexpr std::string_view kPut =
    "if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end "
    "local percent = math.max(tonumber(ARGV[5]), tonumber(redis.call('HGET', KEYS[1], 'percent')) or 0) "
    "redis.call('HSET', KEYS[1], 'current', ARGV[3], 'total', ARGV[4], 'percent', percent) "
    "redis.call('EXPIRE', KEYS[1], ARGV[2]) "
    "return 1";
constexpr std::string_view kDrop =
    "if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end "
    "return redis.call('DEL', KEYS[1])";

std::string key_of(std::int64_t task_id) { return "report:progress:" + std::to_string(task_id); }

template <class T>
bool read_number(const std::optional<std::string>& text, T& value) {
  if (!text) return false;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc{} && end == text->data() + text->size();
}

}  // namespace

int percent_of(std::uint64_t current, std::uint64_t total) {
  if (total == 0) return 0;
  return static_cast<int>(std::min(99.0, static_cast<double>(current) / static_cast<double>(total) * 100.0));
}

ProgressCache::ProgressCache(std::optional<RedisTarget> target, const base::Log& log, base::milliseconds rest)
    : log_(log), rest_(rest) {
  if (!target) return;
  shown_target_ = target->shown();
  connection_.emplace(std::move(*target), kLimit);
}

bool ProgressCache::begin(std::int64_t task_id, std::string_view token, std::uint64_t total) noexcept try {
  const std::string total_text = std::to_string(total);
  return write(kBegin, task_id, {token, kLifetime, "0", total_text, "0"});
} catch (...) {
  return false;
}

bool ProgressCache::put(std::int64_t task_id, std::string_view token, std::uint64_t current,
                        std::uint64_t total) noexcept try {
  const std::string current_text = std::to_string(current);
  const std::string total_text = std::to_string(total);
  const std::string percent = std::to_string(percent_of(current, total));
  return write(kPut, task_id, {token, kLifetime, current_text, total_text, percent});
} catch (...) {
  return false;
}

bool ProgressCache::drop(std::int64_t task_id, std::string_view token) noexcept {
  return write(kDrop, task_id, {token});
}

std::optional<Progress> ProgressCache::get(std::int64_t task_id) noexcept try {
  const std::string key = key_of(task_id);
  const Reply reply = ask({"HMGET", key, "current", "total", "percent", "token"});
  Progress progress;
  if (reply.kind != Reply::Kind::kList || reply.items.size() != 4 || !reply.items[3]) return std::nullopt;
  if (!read_number(reply.items[0], progress.current) || !read_number(reply.items[1], progress.total) ||
      !read_number(reply.items[2], progress.percent))
    return std::nullopt;
  progress.percent = std::clamp(progress.percent, 0, 99);
  progress.token = *reply.items[3];
  return progress;
} catch (...) {
  return std::nullopt;
}

bool ProgressCache::is_available() const noexcept {
  const std::lock_guard lock(mutex_);
  return connection_.has_value() && !has_failed_;
}

bool ProgressCache::write(std::string_view script, std::int64_t task_id,
                          const std::vector<std::string_view>& values) noexcept try {
  const std::string key = key_of(task_id);
  std::vector<std::string_view> arguments{"EVAL", script, "1", key};
  arguments.insert(arguments.end(), values.begin(), values.end());
  const Reply reply = ask(arguments);
  return reply.kind == Reply::Kind::kInteger && reply.integer == 1;
} catch (...) {
  return false;
}

Reply ProgressCache::ask(const std::vector<std::string_view>& arguments) {
  const std::lock_guard lock(mutex_);
  if (!connection_ || Clock::now() < not_before_) return {};
  Reply reply = connection_->ask(arguments);
  has_failed_ = reply.kind == Reply::Kind::kFailed;
  if (has_failed_) {
    not_before_ = Clock::now() + rest_;
    report(reply.reason);
  }
  return reply;
}

void ProgressCache::report(const std::string& reason) {
  if (has_warned_) return;
  has_warned_ = true;
  log_.warn("cache.unavailable", {{"target", shown_target_}, {"reason", reason}});
}

}  // namespace cache
