#include <bit>

#include "cron/civil.hpp"
#include "cron/engine_walk.hpp"

namespace cron {

namespace {

constexpr int kAttempts = 366;

// A wall time with the offset that it is read with, as Java's ZonedDateTime.
class JavaTime {
 public:
  JavaTime(const Zone& zone, Second utc) : zone_(&zone), offset_(zone.span_at(utc).offset), wall_(utc + offset_) {}

  Second utc() const { return wall_ - offset_; }
  Civil civil() const { return civil_of(wall_); }
  Second day() const { return day_of(wall_); }
  bool operator==(const JavaTime& other) const { return wall_ == other.wall_ && offset_ == other.offset_; }

  JavaTime plus_instant(Second seconds) const { return {*zone_, utc() + seconds}; }

  // ofLocal: a time in a gap moves on by the gap, one in an overlap keeps its offset if it can.
  JavaTime with_wall(Second wall) const {
    JavaTime result = *this;
    const Span kept = zone_->span_at(wall - offset_);
    if (kept.offset == offset_) {
      result.wall_ = wall;
      return result;
    }
    // The offset does not hold there: look on the other side of the change next to it.
    const bool behind = kept.has(wall - kept.offset);
    if (behind) {
      result.wall_ = wall;
      result.offset_ = kept.offset;
      // In an overlap with neither side kept, the earlier reading comes first.
      const Span before = zone_->span_at(wall - kept.offset_before);
      if (before.offset == kept.offset_before) result.offset_ = before.offset;
      return result;
    }
    return in_gap(wall, kept);
  }

  JavaTime with(Civil civil) const { return with_wall(wall_of(civil)); }

 private:
  JavaTime in_gap(Second wall, const Span& found) const {
    // `found` lies on one side of the gap that holds `wall`; the length of the gap is its jump.
    const bool at_begin = wall - found.offset < found.begin;
    const Second jump = at_begin ? found.jump_in() : found.jump_out();
    return {*zone_, wall + jump - (at_begin ? found.offset : found.offset_after)};
  }

  const Zone* zone_;
  std::int32_t offset_;
  Second wall_;
};

class Walk {
 public:
  Walk(const Schedule& schedule, const Zone& zone, Second after)
      : schedule_(schedule), at_(zone, after), fraction_(true) {}

  // Round after round through the fields, the largest first, until one changes nothing.
  std::optional<Second> run() {
    for (int i = 0; i < kAttempts; ++i) {
      const JavaTime before = at_;
      const bool had_fraction = fraction_;
      if (!to_weekday() || !to_month() || !to_day() || !to_hour() || !to_minute() || !to_second()) return std::nullopt;
      if (fraction_) {
        // The search begins a nanosecond after the instant asked, so the next whole second is due.
        at_ = at_.plus_instant(1);
        fraction_ = false;
      }
      if (before == at_ && !had_fraction) return at_.utc();
    }
    return std::nullopt;
  }

 private:
  enum class Unit { kHour, kMinute, kSecond };

  static int value(const Civil& civil, Unit unit) {
    return unit == Unit::kHour ? civil.hour : unit == Unit::kMinute ? civil.minute : civil.second;
  }
  JavaTime with_value(const JavaTime& at, Unit unit, int value) const {
    Civil civil = at.civil();
    (unit == Unit::kHour ? civil.hour : unit == Unit::kMinute ? civil.minute : civil.second) = value;
    return at.with(civil);
  }

  // Sets the fields below to zero, one after the other.
  void reset_below(Unit unit) {
    if (unit == Unit::kHour) at_ = with_value(at_, Unit::kMinute, 0);
    if (unit != Unit::kSecond) at_ = with_value(at_, Unit::kSecond, 0);
    fraction_ = false;
  }

  void to_midnight() {
    at_ = with_value(at_, Unit::kHour, 0);
    reset_below(Unit::kHour);
  }

  bool to_hour() { return to_value(Unit::kHour, schedule_.hours); }
  bool to_minute() { return to_value(Unit::kMinute, schedule_.minutes); }
  bool to_second() { return to_value(Unit::kSecond, schedule_.seconds); }

  bool to_value(Unit unit, std::uint64_t bits) {
    if (bits >> value(at_.civil(), unit) & 1U) return true;
    for (int i = 0; i < kAttempts; ++i) {
      const int current = value(at_.civil(), unit);
      const std::uint64_t left = bits & ~std::uint64_t{0} << current;
      if (left == 0) {
        roll(unit);
        continue;
      }
      const int goal = std::countr_zero(left);
      if (goal == current) {
        reset_below(unit);
        return true;
      }
      at_ = with_value(at_, unit, goal);
    }
    return false;
  }

  // On to the beginning of the next larger unit.
  void roll(Unit unit) {
    switch (unit) {
      case Unit::kHour:
        at_ = add_days(1);
        break;
      case Unit::kMinute:
        at_ = at_.plus_instant(kSecondsPerHour);
        break;
      case Unit::kSecond:
        at_ = at_.plus_instant(kSecondsPerMinute);
        break;
    }
    at_ = with_value(at_, unit, 0);
  }

  JavaTime add_days(int days) const {
    Civil civil = at_.civil();
    civil.day += days;
    return at_.with(civil);
  }

  bool to_month() {
    if (schedule_.months >> at_.civil().month & 1U) return true;
    for (int i = 0; i < kAttempts; ++i) {
      Civil civil = at_.civil();
      if (schedule_.months >> civil.month & 1U) {
        civil.day = 1;
        at_ = at_.with(civil);
        to_midnight();
        return true;
      }
      // A day that the next month does not have becomes its last.
      const int next_year = civil.month == 12 ? civil.year + 1 : civil.year;
      const int next_month = civil.month == 12 ? 1 : civil.month + 1;
      civil.day = std::min(civil.day, length_of_month(next_year, next_month));
      civil.year = next_year;
      civil.month = next_month;
      at_ = at_.with(civil);
    }
    return false;
  }

  bool to_day() {
    return to_day_of([this](int length, int first) {
      return schedule_.days | days_of(schedule_.day_terms, length, first, WeekdayShift::kOutOfMonth);
    });
  }

  bool to_weekday() {
    return to_day_of([this](int length, int first) {
      return days_on(schedule_.weekdays, length, first) |
             days_of(schedule_.weekday_terms, length, first, WeekdayShift::kOutOfMonth);
    });
  }

  template <class Mask>
  bool to_day_of(Mask mask_of) {
    for (int i = 0; i < kAttempts; ++i) {
      Civil civil = at_.civil();
      const int length = length_of_month(civil.year, civil.month);
      const int first = weekday_of(days_since_1970(civil.year, civil.month, 1));
      const std::uint64_t in_month = (std::uint64_t{2} << length) - 1;
      const std::uint64_t left = mask_of(length, first) & in_month & ~std::uint64_t{0} << civil.day;
      const int goal = left == 0 ? length + 1 : std::countr_zero(left);
      if (goal == civil.day) return true;
      civil.day = goal;
      at_ = at_.with(civil);
      to_midnight();
    }
    return false;
  }

  const Schedule& schedule_;
  JavaTime at_;
  bool fraction_;
};

}  // namespace

std::optional<Second> spring_next(const Schedule& schedule, const Zone& zone, Second after) {
  return Walk(schedule, zone, after).run();
}

}  // namespace cron
