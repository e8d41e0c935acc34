// Go's time.ParseDuration, which @every is written in.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace cron {

// "1h30m", "1.5h", "-5m", "0"; units ns, us, µs, ms, s, m, h. Empty for anything else and for what
// does not fit into 64 bits of nanoseconds.
std::optional<std::chrono::nanoseconds> go_duration(std::u32string_view text);

}  // namespace cron
