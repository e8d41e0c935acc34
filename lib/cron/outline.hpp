// What a schedule says, sorted into the few shapes that a sentence can have.
#pragma once

#include <vector>

#include "cron/schedule.hpp"

namespace cron {

struct TimeOfDay {
  int hour;
  int minute;
  bool operator==(const TimeOfDay&) const = default;
};

struct Outline {
  enum class Times {
    kEveryMinute,     // of every hour
    kSteps,           // every `step` minutes, evenly round the hour
    kMinutesOfHour,   // `minutes` of every hour
    kList,            // `times`
    kMinutesOfHours,  // `minutes` of `hours`
  };
  enum class Days { kEvery, kOfMonth, kOfWeek, kBoth, kEither };

  Times times = Times::kEveryMinute;
  int step = 0;
  std::vector<TimeOfDay> list;
  Days days = Days::kEvery;
  bool every_month = true;
};

Outline outline_of(const Schedule& schedule);

}  // namespace cron
