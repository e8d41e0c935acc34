#include "cron/day_table.hpp"

namespace cron {

namespace {

constexpr int kSunday = 0;
constexpr int kSaturday = 6;

// 0 when there is no such day.
int nearest_weekday(int day, int length, int first_weekday, WeekdayShift shift) {
  if (day < 1 || day > length) return 0;
  const int weekday = (first_weekday + day - 1) % 7;
  if (weekday == kSaturday) return day == 1 ? 3 : day - 1;
  if (weekday == kSunday) {
    if (day < length) return day + 1;
    return shift == WeekdayShift::kBackIntoMonth ? day - 2 : 0;
  }
  return day;
}

int day_of(const DayTerm& term, int length, int first_weekday, WeekdayShift shift) {
  const int first_on = 1 + (term.weekday - first_weekday + 7) % 7;
  switch (term.kind) {
    case DayTerm::Kind::kFromLast:
      return length - term.number;
    case DayTerm::Kind::kFromLastWeekday:
      return nearest_weekday(length - term.number, length, first_weekday, WeekdayShift::kBackIntoMonth);
    case DayTerm::Kind::kNearestWeekday:
      return nearest_weekday(term.number, length, first_weekday, shift);
    case DayTerm::Kind::kLastOfWeekday:
      return first_on + (length - first_on) / 7 * 7;
    case DayTerm::Kind::kNthOfWeekday:
      return term.number > 5 ? 0 : first_on + (term.number - 1) * 7;
    case DayTerm::Kind::kNoDay:
      return 0;
  }
  return 0;
}

}  // namespace

std::uint32_t days_of(const std::vector<DayTerm>& terms, int length, int first_weekday, WeekdayShift shift) {
  std::uint32_t days = 0;
  for (const DayTerm& term : terms) {
    const int day = day_of(term, length, first_weekday, shift);
    if (day >= 1 && day <= length) days |= std::uint32_t{1} << day;
  }
  return days;
}

std::uint32_t days_on(std::uint32_t weekdays, int length, int first_weekday) {
  std::uint32_t days = 0;
  for (int day = 1; day <= length; ++day)
    if (weekdays >> ((first_weekday + day - 1) % 7) & 1U) days |= std::uint32_t{1} << day;
  return days;
}

}  // namespace cron
