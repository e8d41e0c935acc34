// Dates and times of day of a wall clock that counts seconds since 1970.
#pragma once

#include <chrono>

#include "cron/zone.hpp"

namespace cron {

inline constexpr Second kSecondsPerMinute = 60;
inline constexpr Second kSecondsPerHour = 3'600;
inline constexpr Second kSecondsPerDay = 86'400;

inline Second day_of(Second wall) {
  return wall >= 0 ? wall / kSecondsPerDay : (wall - kSecondsPerDay + 1) / kSecondsPerDay;
}

struct Civil {
  int year;
  int month;
  int day;
  int hour;
  int minute;
  int second;
};

inline Second days_since_1970(int year, int month, int day) {
  using namespace std::chrono;
  return (sys_days{std::chrono::year{year} / month / 1} + days{day - 1}).time_since_epoch().count();
}

inline int length_of_month(int year, int month) {
  using namespace std::chrono;
  return static_cast<int>(static_cast<unsigned>((std::chrono::year{year} / month / last).day()));
}

// 0 for Sunday.
inline int weekday_of(Second day) {
  constexpr Second kThursday = 4;  // 1970-01-01
  return static_cast<int>(((day + kThursday) % 7 + 7) % 7);
}

inline Civil civil_of(Second wall) {
  using namespace std::chrono;
  const Second day = day_of(wall);
  const year_month_day date{sys_days{days{day}}};
  const Second time = wall - day * kSecondsPerDay;
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(time / kSecondsPerHour),
          static_cast<int>(time / kSecondsPerMinute % 60),
          static_cast<int>(time % kSecondsPerMinute)};
}

// The month may lie outside 1 to 12, and the day outside the month: both carry over.
inline Second wall_of(const Civil& civil) {
  const int months = civil.month - 1;
  const int carry = months >= 0 ? months / 12 : (months - 11) / 12;
  const Second day = days_since_1970(civil.year + carry, months - carry * 12 + 1, civil.day);
  return day * kSecondsPerDay + civil.hour * kSecondsPerHour + civil.minute * kSecondsPerMinute + civil.second;
}

}  // namespace cron
