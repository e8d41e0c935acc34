// A schedule as text.
#pragma once

#include <string>

#include "cron/schedule.hpp"

namespace cron {

// The one spelling of what the schedule means, in its own dialect: names for weekdays, numbers for
// the rest, ranges and steps where they fit. Reading it again gives the same schedule.
std::string normal_form(const Schedule& schedule);

// Values of one field: "1-5,9". Nothing is said about stars.
std::string list_of(std::uint64_t bits, int low, int high);

// "SUN", "MON" and so on, 0 for Sunday; "JAN" and so on, 1 for January.
std::string weekday_code(int weekday);

}  // namespace cron
