// Instants as cron-next reads and prints them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cron/zone.hpp"

namespace forecasting {

using cron::Second;

// To which second a fraction goes.
enum class Rounding { kDown, kUp };

// An instant with an offset, or a wall time of `zone` without one (the first reading of a repeated
// one). Seconds may be left out. Empty for bad text.
std::optional<Second> read_moment(std::string_view text, const cron::Zone& zone, Rounding rounding = Rounding::kDown);

// "2025-03-09T03:00:00-04:00".
std::string local_text(Second utc, const cron::Zone& zone);
// "2025-03-09T07:00:00Z".
std::string utc_text(Second utc);
// "Sun 2025-03-09 03:00:00 -04:00".
std::string shown_text(Second utc, const cron::Zone& zone);

// "in 3 h 12 min", "2 days ago", "now"; in Chinese "3 小时 12 分后".
std::string distance_text(Second from, Second to, bool chinese = false);
// "3 h 12 min".
std::string length_text(Second length, bool chinese = false);

}  // namespace forecasting
