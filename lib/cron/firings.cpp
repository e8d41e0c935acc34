#include "cron/firings.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

#include "cron/civil.hpp"
#include "cron/engine_walk.hpp"

namespace cron {

namespace {

// The daemon takes a jump of more than three hours for a corrected clock, not for a clock change.
constexpr Second kLongestCatchUp = 3 * kSecondsPerHour;
constexpr int kK8sYears = 5;
// Days and weekdays repeat after 400 years: what does not match in them never does.
constexpr int kCalendarYears = 400;
// How far from a firing a clock change can still move it: robfig goes back to the first of the month.
constexpr Second kReachBack = 32 * kSecondsPerDay;
constexpr Second kReachAhead = kSecondsPerDay;

int first_bit(std::uint64_t bits) { return std::countr_zero(bits); }
int last_bit(std::uint64_t bits) { return 63 - std::countl_zero(bits); }
std::uint64_t from_bit(std::uint64_t bits, int bit) { return bits & ~std::uint64_t{0} << bit; }
std::uint64_t up_to_bit(std::uint64_t bits, int bit) { return bits & ~std::uint64_t{0} >> (63 - bit); }

Second time_of(int hour, int minute, int second) {
  return hour * kSecondsPerHour + minute * kSecondsPerMinute + second;
}

// The first matching time of day not before `time`, or -1.
Second time_next(const Schedule& schedule, Second time) {
  const int hour = static_cast<int>(time / kSecondsPerHour);
  const int minute = static_cast<int>(time / kSecondsPerMinute % 60);
  const int second = static_cast<int>(time % kSecondsPerMinute);
  if (schedule.hours >> hour & 1U) {
    if (schedule.minutes >> minute & 1U)
      if (const std::uint64_t left = from_bit(schedule.seconds, second)) return time_of(hour, minute, first_bit(left));
    if (const std::uint64_t left = from_bit(schedule.minutes, minute + 1))
      return time_of(hour, first_bit(left), first_bit(schedule.seconds));
  }
  if (const std::uint64_t left = from_bit(schedule.hours, hour + 1))
    return time_of(first_bit(left), first_bit(schedule.minutes), first_bit(schedule.seconds));
  return -1;
}

// The last matching time of day not behind `time`, or -1.
Second time_prev(const Schedule& schedule, Second time) {
  const int hour = static_cast<int>(time / kSecondsPerHour);
  const int minute = static_cast<int>(time / kSecondsPerMinute % 60);
  const int second = static_cast<int>(time % kSecondsPerMinute);
  if (schedule.hours >> hour & 1U) {
    if (schedule.minutes >> minute & 1U)
      if (const std::uint64_t left = up_to_bit(schedule.seconds, second)) return time_of(hour, minute, last_bit(left));
    if (const std::uint64_t left = minute == 0 ? 0 : up_to_bit(schedule.minutes, minute - 1))
      return time_of(hour, last_bit(left), last_bit(schedule.seconds));
  }
  if (const std::uint64_t left = hour == 0 ? 0 : up_to_bit(schedule.hours, hour - 1))
    return time_of(last_bit(left), last_bit(schedule.minutes), last_bit(schedule.seconds));
  return -1;
}

}  // namespace

bool matches_wall(const Schedule& schedule, Second wall) {
  const Second day = day_of(wall);
  const Second time = wall - day * kSecondsPerDay;
  if (time_next(schedule, time) != time) return false;
  const Civil civil = civil_of(wall);
  const auto length = static_cast<std::size_t>(length_of_month(civil.year, civil.month));
  const auto first = static_cast<std::size_t>(weekday_of(day - civil.day + 1));
  return (schedule.months >> civil.month & schedule.day_table[length - 28][first] >> civil.day & 1U) != 0 &&
         schedule.years.has(civil.year);
}

Firings::Firings(const Schedule& schedule, const Zone& zone) : schedule_(schedule), zone_(zone) {
  span_.begin = span_.end = 0;
  if (schedule.kind != Kind::kCalendar || schedule.never) return;
  first_time_ = time_next(schedule, 0);
  last_time_ = time_prev(schedule, kSecondsPerDay - 1);
}

std::optional<Second> Firings::next(Second after) {
  if (schedule_.kind == Kind::kInterval) return after + schedule_.interval.count();
  if (schedule_.never) return std::nullopt;
  const auto plain = calendar_next(after);
  if (!plain || !walks_between(after, *plain)) return plain;
  const auto walked = walk_next(after);
  // Where the engine is stuck, the plain rule is the answer that a user can work with.
  return walked && *walked <= after ? plain : walked;
}

std::optional<Second> Firings::prev(Second before) {
  if (schedule_.kind == Kind::kInterval) return before - schedule_.interval.count();
  if (schedule_.never) return std::nullopt;
  const auto plain = calendar_prev(before);
  if (!plain || !walks_between(*plain, before)) return plain;
  return walk_prev(before);
}

bool Firings::walks_between(Second begin, Second end) {
  if (schedule_.dialect != Dialect::kSpring && schedule_.dialect != Dialect::kK8s) return false;
  if (span_.begin <= begin - kReachBack && end + kReachAhead < span_.end) return false;
  return has_uneven_change(zone_, begin - kReachBack, end + kReachAhead);
}

std::optional<Second> Firings::walk_next(Second after) const {
  return schedule_.dialect == Dialect::kSpring ? spring_next(schedule_, zone_, after)
                                               : robfig_next(schedule_, zone_, after);
}

// The engines walk forward only, so begin far enough before and go on to the last firing in time.
std::optional<Second> Firings::walk_prev(Second before) {
  std::optional<Second> found;
  Second from = before;
  for (int i = 0; i < 3 && !found; ++i) {
    const auto plain = calendar_prev(from - 2 * kSecondsPerDay);
    if (!plain) return std::nullopt;
    from = *plain;
    for (auto at = next(from - 1); at && *at < before; at = next(*at)) found = at;
  }
  return found;
}

const Span& Firings::span_at(Second utc) {
  if (!span_.has(utc)) span_ = zone_.span_at(utc);
  return span_;
}

bool Firings::catches_up(const Span& span) const {
  return schedule_.clock_rule == ClockRule::kCatchUp && span.jump_in() > 0 && span.jump_in() <= kLongestCatchUp;
}

Firings::Window Firings::window_of(const Span& span) const {
  Window window{span.begin, span.end};
  if (schedule_.clock_rule == ClockRule::kSecondReading && span.jump_out() < 0) window.end += span.jump_out();
  if (schedule_.clock_rule == ClockRule::kCatchUp && span.jump_in() < 0 && -span.jump_in() <= kLongestCatchUp)
    window.begin -= span.jump_in();
  return window;
}

Second Firings::end_of_gap_run(const Span& span) {
  if (!catches_up(span)) return kForever;
  const Second gap_begin = span.begin + span.offset_before;
  const auto skipped = wall_next(gap_begin, year_of(gap_begin) + 1);
  return skipped && *skipped < gap_begin + span.jump_in() ? span.begin : kForever;
}

std::optional<Second> Firings::calendar_next(Second after) {
  Second at = after + 1;
  Span span = span_at(at);
  // Quartz, asked in the first pass of a repeated hour, goes on from the same wall time of the second.
  if (schedule_.clock_rule == ClockRule::kSecondReading && at >= window_of(span).end) {
    at -= span.jump_out();
    span = span_at(at);
  }
  const int this_year = year_of(at + span.offset);
  const int last_year = this_year + (schedule_.dialect == Dialect::kK8s ? kK8sYears : kCalendarYears);
  // The wall time found, and the one from which it was searched: it holds for every later stretch
  // that does not begin before that.
  std::optional<Second> found;
  Second searched_from = kForever;
  while (true) {
    if (at <= span.begin && end_of_gap_run(span) == span.begin) return span.begin;
    const Window window = window_of(span);
    const Second begin = std::max(at, window.begin);
    if (begin < window.end) {
      const Second wall = begin + span.offset;
      if (wall < searched_from || !found || *found < wall) {
        found = wall_next(wall, last_year);
        searched_from = wall;
      }
      if (!found) return std::nullopt;
      if (*found - span.offset < window.end) return *found - span.offset;
    }
    if (span.end >= kForever) return std::nullopt;
    at = span.end;
    span = span_at(at);
    if (year_of(at + span.offset) > last_year) return std::nullopt;
  }
}

std::optional<Second> Firings::calendar_prev(Second before) {
  Second at = before - 1;
  Span span = span_at(at);
  const int this_year = year_of(before + span.offset);
  const int first_year = this_year - (schedule_.dialect == Dialect::kK8s ? kK8sYears : kCalendarYears);
  while (true) {
    const Window window = window_of(span);
    const Second last = std::min(at, window.end - 1);
    if (last >= window.begin) {
      const auto found = wall_prev(last + span.offset, first_year);
      if (found && *found - span.offset >= window.begin) return *found - span.offset;
    }
    if (at >= span.begin && end_of_gap_run(span) == span.begin) return span.begin;
    if (span.begin <= -kForever || year_of(span.begin + span.offset) < first_year) return std::nullopt;
    at = span.begin - 1;
    span = span_at(at);
  }
}

std::optional<Second> Firings::wall_next(Second wall, int last_year) {
  const Second day = day_of(wall);
  if (matches_day(day)) {
    const Second time = time_next(schedule_, wall - day * kSecondsPerDay);
    if (time >= 0) return day * kSecondsPerDay + time;
  }
  const auto later = day_next(day + 1, last_year);
  if (!later) return std::nullopt;
  return *later * kSecondsPerDay + first_time_;
}

std::optional<Second> Firings::wall_prev(Second wall, int first_year) {
  const Second day = day_of(wall);
  if (matches_day(day)) {
    const Second time = time_prev(schedule_, wall - day * kSecondsPerDay);
    if (time >= 0) return day * kSecondsPerDay + time;
  }
  const auto earlier = day_prev(day - 1, first_year);
  if (!earlier) return std::nullopt;
  return *earlier * kSecondsPerDay + last_time_;
}

std::optional<Second> Firings::day_next(Second day, int last_year) {
  go_to_month_of(day);
  int from = static_cast<int>(day - month_.first_day) + 1;
  while (month_.year <= last_year) {
    if (const std::uint64_t left = from_bit(month_.days, from)) return month_.first_day + first_bit(left) - 1;
    from = 1;
    const std::uint64_t months = from_bit(schedule_.months, month_.month + 1);
    if (months != 0)
      go_to_month(month_.year, first_bit(months));
    else
      go_to_month(month_.year + 1, first_bit(schedule_.months));
    if (schedule_.dialect == Dialect::kQuartz && month_.year > kQuartzLastYear) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Second> Firings::day_prev(Second day, int first_year) {
  go_to_month_of(day);
  int to = static_cast<int>(day - month_.first_day) + 1;
  while (month_.year >= first_year) {
    if (const std::uint64_t left = up_to_bit(month_.days, to)) return month_.first_day + last_bit(left) - 1;
    to = 31;
    const std::uint64_t months = up_to_bit(schedule_.months, month_.month - 1);
    if (months != 0)
      go_to_month(month_.year, last_bit(months));
    else
      go_to_month(month_.year - 1, last_bit(schedule_.months));
    if (schedule_.dialect == Dialect::kQuartz && month_.year < kFirstYear) return std::nullopt;
  }
  return std::nullopt;
}

bool Firings::matches_day(Second day) {
  go_to_month_of(day);
  return month_.days >> (day - month_.first_day + 1) & 1U;
}

void Firings::go_to_month(int year, int month) {
  month_.year = year;
  month_.month = month;
  month_.first_day = days_since_1970(year, month, 1);
  month_.length = length_of_month(year, month);
  const bool wanted = (schedule_.months >> month & 1U) != 0 && schedule_.years.has(year);
  month_.days = wanted ? schedule_.day_table[static_cast<std::size_t>(month_.length - 28)]
                                            [static_cast<std::size_t>(weekday_of(month_.first_day))]
                       : 0;
}

void Firings::go_to_month_of(Second day) {
  if (day >= month_.first_day && day < month_.first_day + month_.length) return;
  const Civil civil = civil_of(day * kSecondsPerDay);
  go_to_month(civil.year, civil.month);
}

int Firings::year_of(Second wall) {
  go_to_month_of(day_of(wall));
  return month_.year;
}

}  // namespace cron
