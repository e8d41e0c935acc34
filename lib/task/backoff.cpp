#include "task/backoff.hpp"

#include <algorithm>
#include <charconv>

namespace task {

namespace {

constexpr int kMostDoublings = 20;  // a year from 30 s: keeps the arithmetic finite

base::milliseconds scaled(base::milliseconds duration, double factor) {
  return base::milliseconds{static_cast<std::int64_t>(static_cast<double>(duration.count()) * factor)};
}

}  // namespace

base::milliseconds Backoff::delay(int retry, double random) const {
  const base::milliseconds plain = base * (std::int64_t{1} << std::clamp(retry - 1, 0, kMostDoublings));
  if (ratio > 0) return plain + scaled(plain, ratio * (2 * random - 1));
  return plain + scaled(base, random);
}

bool parse_jitter(std::string_view text, Backoff& backoff) {
  if (text == "additive") {
    backoff.ratio = 0;
    return true;
  }
  constexpr std::string_view prefix = "ratio:";
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), backoff.ratio);
  return error == std::errc{} && end == text.data() + text.size() && backoff.ratio > 0 && backoff.ratio <= 1;
}

}  // namespace task
