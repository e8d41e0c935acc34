// The two languages of explain(). Inside lib/cron only.
#pragma once

#include <string>

#include "cron/schedule.hpp"

namespace cron {

std::string explain_english(const Schedule& schedule);
std::string explain_chinese(const Schedule& schedule);

}  // namespace cron
