// --to: the same schedule in another dialect.
#pragma once

#include "cron/schedule.hpp"
#include "forecasting/asked.hpp"

namespace forecasting {

// Prints the equal expression and what proves it. Exit 65, with the first instant that differs,
// when the other dialect has none.
base::Report say_conversion(base::Context& context, const Asked& asked, const cron::Schedule& schedule);

}  // namespace forecasting
