// How two of the engines walk the calendar, step by step as they do it.
//
// Near most clock changes the walk ends where the plain rule does ("whenever the wall clock shows
// it"). It leaves the rule where a change is not one hour on the hour, or touches midnight: there the
// real engines skip or shift firings, and a tool that says when a CronJob starts must say so too.
#pragma once

#include <optional>

#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace cron {

// Both answer `after` or less where the real engine loops for ever or goes backwards.

// robfig/cron v3, SpecSchedule.Next. Empty when it gives up after five years.
std::optional<Second> robfig_next(const Schedule& schedule, const Zone& zone, Second after);

// Spring 7.0.8 and later, CronExpression.next on a ZonedDateTime. Empty when it gives up.
std::optional<Second> spring_next(const Schedule& schedule, const Zone& zone, Second after);

// Whether the change at the beginning of `span` is one hour, on the hour and away from midnight.
bool is_even_change(const Span& span);

// Whether a change in [begin, end] is not even.
bool has_uneven_change(const Zone& zone, Second begin, Second end);

}  // namespace cron
