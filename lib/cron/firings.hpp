// When a schedule fires in a zone.
#pragma once

#include <optional>

#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace cron {

// A cursor over the firings of one schedule in one zone. It borrows both and keeps what it has
// worked out about the month and the clock it stands in, so asking for one firing after another
// costs no look-up and no allocation. Not for two threads at once.
class Firings {
 public:
  Firings(const Schedule& schedule, const Zone& zone);

  // The first firing strictly after `after`, in whole seconds of UTC; empty when there is none, or
  // when the engine of the dialect gives up before it: k8s five years on, quartz behind 2126.
  std::optional<Second> next(Second after);

  // The last firing strictly before `before`: the one from which next() leads to `before` or beyond.
  std::optional<Second> prev(Second before);

 private:
  struct Month {
    Second first_day = 0;  // days since 1970
    int length = 0;
    int year = 0;
    int month = 0;
    std::uint32_t days = 0;  // bits that match
  };
  struct Window {  // the part of a stretch in which wall times count
    Second begin;
    Second end;
  };

  std::optional<Second> calendar_next(Second after);
  std::optional<Second> calendar_prev(Second before);
  bool walks_between(Second begin, Second end);  // a clock change is near that the engine does not take plainly
  std::optional<Second> walk_next(Second after) const;
  std::optional<Second> walk_prev(Second before);
  Window window_of(const Span& span) const;
  bool catches_up(const Span& span) const;
  Second end_of_gap_run(const Span& span);  // span.begin when a firing was skipped by its gap, else kForever

  // The first matching wall time not before `wall`, and the last not behind it.
  std::optional<Second> wall_next(Second wall, int last_year);
  std::optional<Second> wall_prev(Second wall, int first_year);
  std::optional<Second> day_next(Second day, int last_year);
  std::optional<Second> day_prev(Second day, int first_year);
  bool matches_day(Second day);
  void go_to_month(int year, int month);
  void go_to_month_of(Second day);
  int year_of(Second wall);
  const Span& span_at(Second utc);

  const Schedule& schedule_;
  const Zone& zone_;
  Second first_time_ = 0;  // of a day that matches, in seconds
  Second last_time_ = 0;
  Month month_;
  Span span_;
};

// Whether the wall clock's date and time match, without regard to clock changes.
bool matches_wall(const Schedule& schedule, Second wall);

}  // namespace cron
