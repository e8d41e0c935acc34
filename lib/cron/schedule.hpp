// A parsed expression: what fires when, without its zone.
#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cron/day_table.hpp"
#include "cron/dialect.hpp"

namespace cron {

// How a wall time that a clock change skips or repeats is treated.
enum class ClockRule : std::uint8_t {
  kLiteral,        // fires whenever the wall clock shows it: never in a gap, twice in an overlap
  kSecondReading,  // Quartz: never in a gap, in an overlap only when the clock shows it again
  kCatchUp,        // a fixed time in cron: at the end of the gap, in an overlap only the first time
};

enum class Kind : std::uint8_t {
  kCalendar,
  kInterval,  // @every: counted from the instant asked
  kReboot,    // @reboot: no time at all
};

// How the two day fields work together.
enum class DayRule : std::uint8_t { kBoth, kEither };

inline constexpr int kFirstYear = 1970;
// Quartz searches a century from the current year. A pure library has no current year, so this one is
// fixed: the same answer on every host and every day.
inline constexpr int kQuartzLastYear = 2126;

struct YearSet {
  bool all = true;
  std::bitset<kQuartzLastYear - kFirstYear + 1> years;

  bool has(int year) const {
    if (all) return true;
    return year >= kFirstYear && year <= kQuartzLastYear && years[static_cast<std::size_t>(year - kFirstYear)];
  }
  bool operator==(const YearSet&) const = default;
};

struct Schedule {
  Dialect dialect = Dialect::kLinux;
  Kind kind = Kind::kCalendar;
  std::string text;  // as it was given

  std::uint64_t seconds = 1;   // bits 0 to 59
  std::uint64_t minutes = 0;   // bits 0 to 59
  std::uint32_t hours = 0;     // bits 0 to 23
  std::uint32_t days = 0;      // bits 1 to 31
  std::uint32_t months = 0;    // bits 1 to 12
  std::uint32_t weekdays = 0;  // bits 0 to 6, 0 is Sunday
  std::vector<DayTerm> day_terms;
  std::vector<DayTerm> weekday_terms;
  YearSet years;

  // The field counts as a star where its dialect gives that a meaning.
  bool minute_star = false;
  bool hour_star = false;
  bool day_star = false;
  bool weekday_star = false;

  std::chrono::seconds interval{0};  // kInterval

  // Worked out by complete().
  DayRule day_rule = DayRule::kBoth;
  ClockRule clock_rule = ClockRule::kLiteral;
  DayTable day_table{};
  bool never = false;  // no date can match, whatever the zone

  bool operator==(const Schedule&) const = default;
};

// Fills in what follows from the fields: the rule of the days, of the clock changes, and the day table.
void complete(Schedule& schedule);

}  // namespace cron
