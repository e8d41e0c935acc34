#include "cron/schedule.hpp"

namespace cron {

namespace {

constexpr int kFebruary = 2;

DayRule day_rule_of(const Schedule& schedule) {
  const bool joins = schedule.dialect == Dialect::kLinux || schedule.dialect == Dialect::kK8s;
  return joins && !schedule.day_star && !schedule.weekday_star ? DayRule::kEither : DayRule::kBoth;
}

ClockRule clock_rule_of(const Schedule& schedule) {
  if (schedule.dialect == Dialect::kQuartz) return ClockRule::kSecondReading;
  const bool fixed = !schedule.minute_star && !schedule.hour_star;
  return schedule.dialect == Dialect::kLinux && fixed ? ClockRule::kCatchUp : ClockRule::kLiteral;
}

std::uint32_t mask_for(const Schedule& schedule, int length, int first_weekday) {
  const WeekdayShift shift =
      schedule.dialect == Dialect::kSpring ? WeekdayShift::kOutOfMonth : WeekdayShift::kBackIntoMonth;
  const auto all = static_cast<std::uint32_t>((std::uint64_t{2} << length) - 2);
  const std::uint32_t by_date = (schedule.days | days_of(schedule.day_terms, length, first_weekday, shift)) & all;
  const std::uint32_t by_weekday =
      days_on(schedule.weekdays, length, first_weekday) | days_of(schedule.weekday_terms, length, first_weekday, shift);
  return schedule.day_rule == DayRule::kEither ? by_date | by_weekday : by_date & by_weekday;
}

bool is_length_of(int length, int month) {
  if (month == kFebruary) return length == 28 || length == 29;
  const bool short_month = month == 4 || month == 6 || month == 9 || month == 11;
  return length == (short_month ? 30 : 31);
}

bool has_any_day(const Schedule& schedule) {
  for (int month = 1; month <= 12; ++month) {
    if ((schedule.months >> month & 1U) == 0) continue;
    for (int length = 28; length <= 31; ++length)
      if (is_length_of(length, month))
        for (const std::uint32_t mask : schedule.day_table[static_cast<std::size_t>(length - 28)])
          if (mask != 0) return true;
  }
  return false;
}

}  // namespace

void complete(Schedule& schedule) {
  if (schedule.kind == Kind::kReboot) schedule.never = true;
  if (schedule.kind != Kind::kCalendar) return;
  schedule.day_rule = day_rule_of(schedule);
  schedule.clock_rule = clock_rule_of(schedule);
  for (int length = 28; length <= 31; ++length)
    for (int first = 0; first < 7; ++first)
      schedule.day_table[static_cast<std::size_t>(length - 28)][static_cast<std::size_t>(first)] =
          mask_for(schedule, length, first);
  const bool has_time = schedule.seconds != 0 && schedule.minutes != 0 && schedule.hours != 0;
  const bool has_year = schedule.years.all || schedule.years.years.any();
  schedule.never = !has_time || !has_year || !has_any_day(schedule);
}

}  // namespace cron
