// Instants as tests write them.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "cron/firings.hpp"
#include "cron/parse.hpp"

namespace cron_test {

inline cron::Second at(const std::string& rfc3339) {
  const auto instant = base::parse_instant(rfc3339);
  if (!instant) throw std::invalid_argument("not an instant: " + rfc3339);
  return std::chrono::floor<std::chrono::seconds>(instant->time_since_epoch()).count();
}

inline cron::Schedule schedule(const std::string& text, cron::Dialect dialect) {
  const auto parsed = cron::parse(text, dialect);
  if (const auto* found = cron::schedule_in(parsed)) return *found;
  throw std::invalid_argument(text + ": " + std::get<cron::SyntaxError>(parsed).message);
}

inline cron::Zone zone(const std::string& name) {
  auto found = cron::Zone::find(name);
  if (!found) throw std::invalid_argument("no zone: " + name);
  return *found;
}

inline std::string shown(cron::Second utc, const cron::Zone& in) {
  const cron::Second offset = in.span_at(utc).offset;
  const auto wall = base::Instant{std::chrono::seconds{utc + offset}};
  std::string text = base::format_instant(wall);
  text.pop_back();
  const cron::Second minutes = std::abs(offset) / 60;
  const auto two = [](cron::Second value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  return text + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60);
}

// The next `count` firings, as "2025-03-09T03:00:00-04:00".
inline std::vector<std::string> next(const std::string& text, cron::Dialect dialect, const std::string& in,
                                     const std::string& from, std::size_t count = 5) {
  const cron::Schedule parsed = schedule(text, dialect);
  const cron::Zone where = zone(in);
  cron::Firings firings(parsed, where);
  std::vector<std::string> found;
  cron::Second last = at(from);
  while (found.size() < count) {
    const auto next = firings.next(last);
    if (!next) break;
    found.push_back(shown(*next, where));
    last = *next;
  }
  return found;
}

using Times = std::vector<std::string>;

}  // namespace cron_test
