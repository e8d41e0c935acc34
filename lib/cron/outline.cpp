#include "cron/outline.hpp"

#include <bit>

#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr int kMostListedTimes = 6;

// n when the minutes are 0, n, 2n and n divides the hour; else 0.
int even_step(std::uint64_t minutes) {
  for (const int step : {2, 3, 4, 5, 6, 10, 12, 15, 20, 30})
    if (minutes == bits_between(0, 59, step)) return step;
  return 0;
}

void outline_times(const Schedule& schedule, Outline& outline) {
  const bool every_minute = schedule.minutes == bits_between(0, 59);
  const bool every_hour = schedule.hours == bits_between(0, 23);
  if (every_hour && every_minute) return;
  if (every_hour) {
    outline.step = even_step(schedule.minutes);
    outline.times = outline.step != 0 ? Outline::Times::kSteps : Outline::Times::kMinutesOfHour;
    return;
  }
  if (std::popcount(schedule.minutes) * std::popcount(schedule.hours) > kMostListedTimes) {
    outline.step = every_minute ? 1 : even_step(schedule.minutes);
    outline.times = Outline::Times::kMinutesOfHours;
    return;
  }
  outline.times = Outline::Times::kList;
  for (int hour = 0; hour < 24; ++hour)
    for (int minute = 0; minute < 60; ++minute)
      if (schedule.hours >> hour & 1U && schedule.minutes >> minute & 1U) outline.list.push_back({hour, minute});
}

}  // namespace

Outline outline_of(const Schedule& schedule) {
  constexpr std::uint32_t kEveryDay = 0x7F;
  Outline outline;
  outline_times(schedule, outline);
  const bool any_date = schedule.days == bits_between(1, 31);
  const bool any_weekday = schedule.weekdays == kEveryDay;
  // In an either-or a field that holds every day makes it every day.
  if (schedule.day_rule == DayRule::kEither)
    outline.days = any_date || any_weekday ? Outline::Days::kEvery : Outline::Days::kEither;
  else if (any_date)
    outline.days = any_weekday ? Outline::Days::kEvery : Outline::Days::kOfWeek;
  else
    outline.days = any_weekday ? Outline::Days::kOfMonth : Outline::Days::kBoth;
  outline.every_month = schedule.months == bits_between(1, 12);
  return outline;
}

}  // namespace cron
