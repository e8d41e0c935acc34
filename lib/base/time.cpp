#include "base/time.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace base {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t in_ms;
};
// "ms" stands before "m" so that it is tried first.
constexpr std::array kUnits{Unit{"ms", 1}, Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000},
                            Unit{"s", 1'000}};
constexpr std::int64_t kLongest = std::int64_t{100} * 365 * 86'400'000;

// Takes exactly `digits` digits off the front of `text`.
bool take_number(std::string_view& text, std::size_t digits, int& value) {
  if (text.size() < digits) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value);
  if (error != std::errc{} || end != text.data() + digits || text[0] == '-') return false;
  text.remove_prefix(digits);
  return true;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

bool take_fraction(std::string_view& text, int& micros) {
  micros = 0;
  int digits = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    if (digits < 6) micros = micros * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  for (int i = digits; i < 6; ++i) micros *= 10;
  return digits > 0;
}

// The date and time of day of `text`, as if UTC; what follows stays in `text`.
std::optional<Instant> take_wall_time(std::string_view& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micros = 0;
  if (!take_number(text, 4, year) || !take(text, '-') || !take_number(text, 2, month) || !take(text, '-') ||
      !take_number(text, 2, day))
    return std::nullopt;
  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
  if (!take_number(text, 2, hour) || !take(text, ':') || !take_number(text, 2, minute) || !take(text, ':') ||
      !take_number(text, 2, second))
    return std::nullopt;
  if (take(text, '.') && !take_fraction(text, micros)) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} + seconds{second} +
         microseconds{micros};
}

std::string print(Instant instant, char separator, bool always_fraction, std::string_view suffix) {
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{instant - day};
  char text[64];
  int length = std::snprintf(text, sizeof text, "%04d-%02u-%02u%c%02d:%02d:%02d", static_cast<int>(date.year()),
                             static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), separator,
                             static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                             static_cast<int>(time.seconds().count()));
  std::string out(text, static_cast<std::size_t>(length));
  const auto micros = time.subseconds().count();
  if (always_fraction || micros != 0) {
    length = std::snprintf(text, sizeof text, ".%06d", static_cast<int>(micros));
    out.append(text, static_cast<std::size_t>(length));
  }
  return out.append(suffix);
}

}  // namespace

std::optional<milliseconds> parse_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t total = 0;
  while (!text.empty()) {
    std::int64_t count = 0;
    if (text.front() < '0' || text.front() > '9') return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::int64_t scale = 0;
    for (const Unit& unit : kUnits) {
      if (!text.starts_with(unit.name)) continue;
      scale = unit.in_ms;
      text.remove_prefix(unit.name.size());
      break;
    }
    if (scale == 0 || count > kLongest / scale) return std::nullopt;
    total += count * scale;
    if (total > kLongest) return std::nullopt;
  }
  return milliseconds{total};
}

std::string format_duration(milliseconds duration) {
  std::int64_t rest = duration.count();
  if (rest <= 0) return "0s";
  std::string out;
  for (const Unit& unit : {kUnits[1], kUnits[2], kUnits[3], kUnits[4], kUnits[0]}) {
    if (rest < unit.in_ms) continue;
    out += std::to_string(rest / unit.in_ms);
    out += unit.name;
    rest %= unit.in_ms;
  }
  return out;
}

std::optional<Instant> parse_instant(std::string_view text) {
  const std::optional<Instant> wall = take_wall_time(text);
  if (!wall) return std::nullopt;
  if (text == "Z" || text == "z") return wall;
  const bool east = text.starts_with('+');
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  int hours = 0, minutes = 0;
  if (!take_number(text, 2, hours) || !take(text, ':') || !take_number(text, 2, minutes)) return std::nullopt;
  if (!text.empty() || hours > 23 || minutes > 59) return std::nullopt;
  const auto offset = std::chrono::hours{hours} + std::chrono::minutes{minutes};
  return east ? *wall - offset : *wall + offset;
}

std::string format_instant(Instant instant) { return print(instant, 'T', false, "Z"); }

std::string format_database_time(Instant instant) { return print(instant, ' ', true, ""); }

std::optional<Instant> parse_database_time(std::string_view text) {
  const std::optional<Instant> wall = take_wall_time(text);
  return wall && text.empty() ? wall : std::nullopt;
}

}  // namespace base
