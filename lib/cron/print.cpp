#include "cron/print.hpp"

#include <array>
#include <bit>

#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr FieldBounds kWeekdays{Field::kWeekday, 0, 6};
constexpr std::size_t kFewestForStep = 4;
constexpr int kFewestForRange = 3;

bool has(std::uint64_t bits, int bit) { return bits >> bit & 1U; }

std::uint64_t every(const FieldBounds& bounds) { return bits_between(bounds.low, bounds.high); }

void append(std::string& list, const std::string& piece) {
  if (!list.empty()) list += ',';
  list += piece;
}

std::string value_text(const FieldBounds& bounds, int value) {
  return bounds.field == Field::kWeekday ? weekday_code(value) : std::to_string(value);
}

// The step of a set whose members are equally far apart, or 0.
int step_of(std::uint64_t bits) {
  if (static_cast<std::size_t>(std::popcount(bits)) < kFewestForStep) return 0;
  const int first = std::countr_zero(bits);
  const int step = std::countr_zero(bits >> first >> 1) + 1;
  const int last = 63 - std::countl_zero(bits);
  return step > 1 && bits_between(first, last, step) == bits ? step : 0;
}

std::string ranges(const FieldBounds& bounds, std::uint64_t bits) {
  std::string list;
  for (int value = bounds.low; value <= bounds.high; ++value) {
    if (!has(bits, value)) continue;
    int last = value;
    while (last < bounds.high && has(bits, last + 1)) ++last;
    if (last - value + 1 < kFewestForRange) {
      append(list, value_text(bounds, value));
      continue;
    }
    append(list, value_text(bounds, value) + "-" + value_text(bounds, last));
    value = last;
  }
  return list;
}

std::string without_star(const FieldBounds& bounds, std::uint64_t bits) {
  const int step = bounds.field == Field::kWeekday ? 0 : step_of(bits);
  if (step == 0) return ranges(bounds, bits);
  return std::to_string(std::countr_zero(bits)) + "-" + std::to_string(63 - std::countl_zero(bits)) + "/" +
         std::to_string(step);
}

// A set that a field beginning with a star gave: the widest `*/n` in it, and the rest as a list.
std::string behind_star(const FieldBounds& bounds, std::uint64_t bits) {
  if (bits == every(bounds)) return "*";
  // In the linux dialect 7 is Sunday as well, so `*/7` holds 0 and 7.
  const int high = bounds.field == Field::kWeekday ? 7 : bounds.high;
  for (int step = 2; step <= high + 1; ++step) {
    std::uint64_t stepped = bits_between(bounds.low, high, step);
    if (bounds.field == Field::kWeekday) stepped = (stepped | stepped >> 7) & 0x7F;
    if ((stepped & ~bits) != 0) continue;
    std::string text = "*/" + std::to_string(step);
    if ((bits & ~stepped) != 0) append(text, ranges(bounds, bits & ~stepped));
    return text;
  }
  return ranges(bounds, bits);
}

std::string never_text(Dialect dialect) {
  // Ranges that run backwards hold nothing in linux; in quartz only the day can be empty.
  return dialect == Dialect::kK8s ? "," : dialect == Dialect::kQuartz ? "0W" : "2-1";
}

// `star`: the field must begin with a star to mean what it means; `plain`: whether a star would
// change nothing.
std::string field_text(const Schedule& schedule, const FieldBounds& bounds, std::uint64_t bits, bool star, bool plain) {
  if (bits == 0) return never_text(schedule.dialect);
  if (star) return behind_star(bounds, bits);
  if (!plain) return without_star(bounds, bits);
  if (bits == every(bounds)) return "*";
  const int step = bounds.field == Field::kWeekday ? 0 : step_of(bits);
  if (step != 0 && bits_between(bounds.low, bounds.high, step) == bits) return "*/" + std::to_string(step);
  return without_star(bounds, bits);
}

std::string term_text(const DayTerm& term) {
  const std::string back = term.number == 0 ? "" : "-" + std::to_string(term.number);
  switch (term.kind) {
    case DayTerm::Kind::kFromLast:
      return "L" + back;
    case DayTerm::Kind::kFromLastWeekday:
      return "L" + back + "W";
    case DayTerm::Kind::kNearestWeekday:
      return std::to_string(term.number) + "W";
    case DayTerm::Kind::kLastOfWeekday:
      return weekday_code(term.weekday) + "L";
    case DayTerm::Kind::kNthOfWeekday:
      return weekday_code(term.weekday) + "#" + std::to_string(term.number);
    case DayTerm::Kind::kNoDay:
      return {};
  }
  return {};
}

std::string day_field_text(const Schedule& schedule, const FieldBounds& bounds) {
  const bool weekday = bounds.field == Field::kWeekday;
  const std::uint64_t bits = weekday ? schedule.weekdays : schedule.days;
  const auto& terms = weekday ? schedule.weekday_terms : schedule.day_terms;
  const bool joins = schedule.dialect == Dialect::kLinux || schedule.dialect == Dialect::kK8s;
  std::string text;
  if (bits != 0 || terms.empty())
    text = field_text(schedule, bounds, bits, joins && (weekday ? schedule.weekday_star : schedule.day_star), !joins);
  for (const DayTerm& term : terms)
    append(text, term.kind == DayTerm::Kind::kNoDay ? std::string(weekday ? "8#1" : "0W") : term_text(term));
  return text;
}

std::string year_text(const YearSet& set) {
  std::string list;
  for (int year = kFirstYear; year <= kQuartzLastYear; ++year) {
    if (!set.has(year)) continue;
    const int first = year;
    while (year < kQuartzLastYear && set.has(year + 1)) ++year;
    append(list, first == year ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(year));
  }
  return list.empty() ? std::to_string(kFirstYear - 1) : list;  // a year in which nothing fires
}

std::string interval_text(std::chrono::seconds interval) {
  const auto count = interval.count();
  std::string text = "@every ";
  if (count >= 3600) text += std::to_string(count / 3600) + "h";
  if (count / 60 % 60 != 0) text += std::to_string(count / 60 % 60) + "m";
  if (count % 60 != 0) text += std::to_string(count % 60) + "s";
  return text;
}

std::string quartz_days(const Schedule& schedule) {
  constexpr std::uint32_t kEveryDay = 0x7F;
  const bool by_date = schedule.weekdays == kEveryDay && schedule.weekday_terms.empty();
  const std::string day = by_date ? day_field_text(schedule, kDays) : "?";
  const std::string weekday = by_date ? "?" : day_field_text(schedule, kWeekdays);
  return day + " " + field_text(schedule, kMonths, schedule.months, false, true) + " " + weekday;
}

}  // namespace

std::string weekday_code(int weekday) {
  constexpr std::array<const char*, 7> kCodes{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  return kCodes[static_cast<std::size_t>(weekday)];
}

std::string list_of(std::uint64_t bits, int low, int high) { return ranges({Field::kMinute, low, high}, bits); }

std::string normal_form(const Schedule& schedule) {
  if (schedule.kind == Kind::kInterval) return interval_text(schedule.interval);
  if (schedule.kind == Kind::kReboot) return "@reboot";
  const bool linux_stars = schedule.dialect == Dialect::kLinux;
  std::string text;
  if (schedule.dialect == Dialect::kSpring || schedule.dialect == Dialect::kQuartz)
    text = field_text(schedule, kSeconds, schedule.seconds, false, true) + " ";
  text += field_text(schedule, kMinutes, schedule.minutes, linux_stars && schedule.minute_star, !linux_stars) + " ";
  text += field_text(schedule, kHours, schedule.hours, linux_stars && schedule.hour_star, !linux_stars) + " ";
  if (schedule.dialect != Dialect::kQuartz)
    return text + day_field_text(schedule, kDays) + " " + field_text(schedule, kMonths, schedule.months, false, true) +
           " " + day_field_text(schedule, kWeekdays);
  text += quartz_days(schedule);
  return schedule.years.years.all() ? text : text + " " + year_text(schedule.years);
}

}  // namespace cron
