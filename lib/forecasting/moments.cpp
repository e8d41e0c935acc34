#include "forecasting/moments.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "base/time.hpp"
#include "cron/civil.hpp"

namespace forecasting {

namespace {

std::string date_and_time(Second wall, char between) {
  const cron::Civil civil = cron::civil_of(wall);
  return fmt::format("{:04}-{:02}-{:02}{}{:02}:{:02}:{:02}", civil.year, civil.month, civil.day, between, civil.hour,
                     civil.minute, civil.second);
}

std::string offset_text(Second offset) {
  const Second size = offset < 0 ? -offset : offset;
  const std::string text = fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', size / 3600, size / 60 % 60);
  return size % 60 == 0 ? text : fmt::format("{}:{:02}", text, size % 60);
}

// The text in the one form that RFC 3339 knows: a day alone, a time without seconds, a blank for the T and before
// the offset, and +02 or +0200 are ways in which people write it.
std::string completed(std::string_view text) {
  constexpr std::size_t kDay = 10, kMinutes = 16;
  std::string whole(text);
  if (whole.size() == kDay) return whole + "T00:00:00";
  if (whole.size() < kMinutes) return whole;
  if (whole[kDay] == ' ') whole[kDay] = 'T';
  if (whole.size() == kMinutes || whole[kMinutes] != ':') whole.insert(kMinutes, ":00");
  const std::size_t offset = whole.find_first_of("+-Zz", kMinutes);
  if (offset == std::string::npos) return whole;
  const std::size_t digits = whole.size() - offset - 1;
  if (whole[offset] == '+' || whole[offset] == '-') {
    if (digits == 2) whole += ":00";
    if (digits == 4) whole.insert(offset + 3, ":");
  }
  if (whole[offset - 1] == ' ') whole.erase(offset - 1, 1);
  return whole;
}

}  // namespace

std::optional<Second> read_moment(std::string_view text, const cron::Zone& zone, Rounding rounding) {
  const std::string whole = completed(text);
  const auto seconds_of = [rounding](base::Instant at) {
    const auto since = at.time_since_epoch();
    return (rounding == Rounding::kUp ? std::chrono::ceil<std::chrono::seconds>(since)
                                      : std::chrono::floor<std::chrono::seconds>(since))
        .count();
  };
  if (const auto instant = base::parse_instant(whole)) return seconds_of(*instant);
  const auto wall = base::parse_instant(whole + "Z");
  if (!wall) return std::nullopt;
  const Second at = seconds_of(*wall);
  // The offset before the change holds for the first reading, so look there first.
  const cron::Span earlier = zone.span_at(at - zone.span_at(at - cron::kSecondsPerDay).offset);
  return at - (earlier.has(at - earlier.offset) ? earlier.offset : earlier.offset_before);
}

std::string local_text(Second utc, const cron::Zone& zone) {
  const Second offset = zone.span_at(utc).offset;
  return date_and_time(utc + offset, 'T') + offset_text(offset);
}

std::string utc_text(Second utc) { return date_and_time(utc, 'T') + "Z"; }

std::string shown_text(Second utc, const cron::Zone& zone) {
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  const Second offset = zone.span_at(utc).offset;
  const auto weekday = static_cast<std::size_t>(cron::weekday_of(cron::day_of(utc + offset)));
  return fmt::format("{} {} {}", kDays[weekday], date_and_time(utc + offset, ' '), offset_text(offset));
}

std::string length_text(Second length, bool chinese) {
  const Second days = length / 86'400, hours = length / 3600 % 24, minutes = length / 60 % 60, seconds = length % 60;
  if (days >= 730) return fmt::format(fmt::runtime(chinese ? "{} 年" : "{} years"), days / 365);
  if (days >= 60) return fmt::format(fmt::runtime(chinese ? "{} 天" : "{} days"), days);
  if (days > 0) return fmt::format(fmt::runtime(chinese ? "{} 天 {} 小时" : "{} d {} h"), days, hours);
  if (hours > 0) return fmt::format(fmt::runtime(chinese ? "{} 小时 {} 分" : "{} h {} min"), hours, minutes);
  if (minutes > 0) return fmt::format(fmt::runtime(chinese ? "{} 分 {} 秒" : "{} min {} s"), minutes, seconds);
  return fmt::format(fmt::runtime(chinese ? "{} 秒" : "{} s"), seconds);
}

std::string distance_text(Second from, Second to, bool chinese) {
  if (to == from) return chinese ? "现在" : "now";
  const std::string text = length_text(to < from ? from - to : to - from, chinese);
  if (chinese) return text + (to < from ? "前" : "后");
  return to < from ? text + " ago" : "in " + text;
}

}  // namespace forecasting
