// Instants and durations as the programs read and print them. All instants are UTC.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace base {

using Instant = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

// "500ms", "30s", "5m", "2h", "7d", or a sum as "1h30m"; nothing else, no sign. Empty for bad text.
std::optional<milliseconds> parse_duration(std::string_view text);

// The shortest spelling that parse_duration reads back: "1h30m", "500ms", "0s".
std::string format_duration(milliseconds duration);

// RFC 3339, "2026-11-30T22:10:00Z", "…00.123456+08:00"; also a blank for the T. Empty for bad text or
// for a text without an offset.
std::optional<Instant> parse_instant(std::string_view text);

// "2026-11-30T22:10:00Z", with six digits of fraction when there is one.
std::string format_instant(Instant instant);

// "2026-11-30 22:10:00.000000": the one spelling of an instant in both databases.
std::string format_database_time(Instant instant);

// Reads that spelling, with or without a fraction. Empty for bad text.
std::optional<Instant> parse_database_time(std::string_view text);

}  // namespace base
