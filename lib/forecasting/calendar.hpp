// cron-next --calendar: a week of firings, hour by hour, and the minutes in which jobs collide.
#pragma once

#include <array>

#include "base/context.hpp"
#include "forecasting/checked.hpp"
#include "forecasting/question.hpp"

namespace forecasting {

struct BusyMinute {
  cron::Second at = 0;
  std::vector<std::string> jobs;
};

struct WeekLoad {
  cron::Second begin = 0;                                // midnight of the first day, in the zone shown
  cron::Second end = 0;                                  // midnight behind the last
  std::array<std::array<std::size_t, 24>, 7> firings{};  // by day and hour of the wall clock
  std::vector<BusyMinute> busiest;                       // the most jobs first
};

// Firings in the seven days from midnight before `from`, shown in `zone`; each schedule fires in its
// own zone, or in `zone` when it has none.
WeekLoad load_of_week(const std::vector<FoundSchedule>& schedules, const cron::Zone& zone, cron::Second from);

// Prints the week of one expression, or of all schedules of files that were checked.
base::Report show_calendar(base::Context& context, const Question& question);
base::Report show_calendar(base::Context& context, const Checked& checked, const Question& question);

}  // namespace forecasting
