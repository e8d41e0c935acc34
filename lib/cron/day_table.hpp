// Which days of a month match, worked out once for every shape that a month can have.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace cron {

// Weekdays are 0 to 6 with 0 for Sunday, whatever the dialect counts.
struct DayTerm {
  enum class Kind : std::uint8_t {
    kFromLast,         // L, L-3: `number` days before the last
    kFromLastWeekday,  // LW, L-3W: the weekday nearest to that day
    kNearestWeekday,   // 15W: the weekday nearest to day `number`
    kLastOfWeekday,    // 5L: the last `weekday` of the month
    kNthOfWeekday,     // 5#2: the `number`th `weekday`
    kNoDay,            // a text that an engine accepts and that names no day
  };
  Kind kind;
  int number = 0;
  int weekday = 0;

  bool operator==(const DayTerm&) const = default;
};

// What `15W` does when the 15th is the last day of the month and a Sunday: Quartz goes back to
// Friday, Spring would leave the month and therefore does not fire.
enum class WeekdayShift : std::uint8_t { kBackIntoMonth, kOutOfMonth };

// Bits 1 to 31 of a month of `length` days that begins on `first_weekday`.
std::uint32_t days_of(const std::vector<DayTerm>& terms, int length, int first_weekday, WeekdayShift shift);

// Bits 1 to 31 that fall on one of `weekdays` (bits 0 to 6).
std::uint32_t days_on(std::uint32_t weekdays, int length, int first_weekday);

// One mask for each of the 28 shapes, by length - 28 and the first day's weekday.
using DayTable = std::array<std::array<std::uint32_t, 7>, 4>;

}  // namespace cron
