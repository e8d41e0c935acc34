#include <cstdlib>

#include "cron/civil.hpp"
#include "cron/engine_walk.hpp"

namespace cron {

namespace {

constexpr int kYears = 5;
// Far more than any walk of five years takes. Where a whole day is missing (Apia in 2011) the real
// one never ends.
constexpr int kMostSteps = 20'000;

// An instant seen through a zone, as Go's time.Time.
class GoTime {
 public:
  GoTime(const Zone& zone, Second utc) : zone_(&zone), utc_(utc), civil_(civil_of(utc + zone.span_at(utc).offset)) {}

  // time.Date: reads the wall time with the offset that is in force at the same number of UTC seconds,
  // and corrects it once.
  static GoTime date(const Zone& zone, const Civil& civil) {
    const Second wall = wall_of(civil);
    const Span guess = zone.span_at(wall);
    Second utc = wall - guess.offset;
    if (guess.offset != 0 && !guess.has(utc)) utc = wall - zone.span_at(utc).offset;
    return {zone, utc};
  }

  GoTime plus(Second seconds) const { return {*zone_, utc_ + seconds}; }
  GoTime plus_date(int months, int days) const {
    Civil civil = civil_;
    civil.month += months;
    civil.day += days;
    return date(*zone_, civil);
  }
  // Truncate counts from the year 1 in UTC.
  GoTime truncated(Second unit) const { return {*zone_, utc_ - ((utc_ % unit) + unit) % unit}; }

  Second utc() const { return utc_; }
  const Civil& civil() const { return civil_; }

 private:
  const Zone* zone_;
  Second utc_;
  Civil civil_;
};

class Walk {
 public:
  Walk(const Schedule& schedule, const Zone& zone, Second after)
      : schedule_(schedule), zone_(zone), after_(after), at_(zone, after + 1), last_year_(at_.civil().year + kYears) {}

  std::optional<Second> run() {
    while (at_.civil().year <= last_year_ && steps_ < kMostSteps)
      if (to_month() && to_day() && to_hour() && to_minute() && to_second()) return at_.utc();
    if (steps_ >= kMostSteps) return after_;
    return std::nullopt;
  }

 private:
  // Each step goes on until its field matches; false when a larger field turned over, and the walk
  // starts again from the month.
  bool to_month() {
    while ((schedule_.months >> at_.civil().month & 1U) == 0) {
      if (++steps_ >= kMostSteps) return false;
      if (begin()) at_ = GoTime::date(zone_, {at_.civil().year, at_.civil().month, 1, 0, 0, 0});
      at_ = at_.plus_date(1, 0);
      if (at_.civil().month == 1) return false;
    }
    return true;
  }

  bool to_day() {
    while (!matches_day()) {
      if (++steps_ >= kMostSteps) return false;
      if (begin()) at_ = GoTime::date(zone_, {at_.civil().year, at_.civil().month, at_.civil().day, 0, 0, 0});
      at_ = at_.plus_date(0, 1);
      const int hour = at_.civil().hour;
      if (hour != 0) at_ = at_.plus((hour > 12 ? 24 - hour : -hour) * kSecondsPerHour);
      if (at_.civil().day == 1) return false;
    }
    return true;
  }

  bool to_hour() {
    while ((schedule_.hours >> at_.civil().hour & 1U) == 0) {
      if (++steps_ >= kMostSteps) return false;
      if (begin())
        at_ = GoTime::date(zone_, {at_.civil().year, at_.civil().month, at_.civil().day, at_.civil().hour, 0, 0});
      at_ = at_.plus(kSecondsPerHour);
      if (at_.civil().hour == 0) return false;
    }
    return true;
  }

  bool to_minute() {
    while ((schedule_.minutes >> at_.civil().minute & 1U) == 0) {
      if (begin()) at_ = at_.truncated(kSecondsPerMinute);
      at_ = at_.plus(kSecondsPerMinute);
      if (at_.civil().minute == 0) return false;
    }
    return true;
  }

  bool to_second() {
    while ((schedule_.seconds >> at_.civil().second & 1U) == 0) {
      begin();
      at_ = at_.plus(1);
      if (at_.civil().second == 0) return false;
    }
    return true;
  }

  // True the first time any field moves: then the smaller ones go back to their beginning.
  bool begin() {
    const bool first = !moved_;
    moved_ = true;
    return first;
  }

  bool matches_day() const {
    const Civil& civil = at_.civil();
    const Second first = days_since_1970(civil.year, civil.month, 1);
    const auto length = static_cast<std::size_t>(length_of_month(civil.year, civil.month));
    return schedule_.day_table[length - 28][static_cast<std::size_t>(weekday_of(first))] >> civil.day & 1U;
  }

  const Schedule& schedule_;
  const Zone& zone_;
  Second after_;
  GoTime at_;
  int last_year_;
  int steps_ = 0;
  bool moved_ = false;
};

}  // namespace

std::optional<Second> robfig_next(const Schedule& schedule, const Zone& zone, Second after) {
  return Walk(schedule, zone, after).run();
}

bool is_even_change(const Span& span) {
  const Second jump = std::abs(span.jump_in());
  if (jump == 0) return true;
  const Second before = span.begin + span.offset_before;
  const Second behind = span.begin + span.offset;
  const Second low = std::min(before, behind);
  return jump == kSecondsPerHour && before % kSecondsPerHour == 0 && low % kSecondsPerDay != 0 &&
         (low + kSecondsPerHour) % kSecondsPerDay != 0;
}

bool has_uneven_change(const Zone& zone, Second begin, Second end) {
  Span span = zone.span_at(begin);
  while (span.end <= end) {
    span = zone.span_at(span.end);
    if (!is_even_change(span)) return true;
  }
  return false;
}

}  // namespace cron
