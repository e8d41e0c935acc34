// @daily and its brothers, the same calendar in every dialect that has them.
#pragma once

#include <string_view>

#include "cron/schedule.hpp"
#include "cron/source_text.hpp"

namespace cron {

// Fills in `schedule` for a name without its @; false when there is no such name. `same` says
// whether two spellings are one.
bool read_macro(std::u32string_view name, bool (*same)(std::u32string_view, std::string_view), Schedule& schedule);

bool same_exactly(std::u32string_view name, std::string_view ascii);

}  // namespace cron
