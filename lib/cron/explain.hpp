// A schedule in plain words.
#pragma once

#include <string>
#include <vector>

#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace cron {

enum class Language : std::uint8_t { kEnglish, kChinese };

// One sentence without a full stop: "at 02:30, on Monday to Friday". An expression that can never
// fire says so.
std::string explain(const Schedule& schedule, Language language);

// What the engine does with a time that a clock change skips or repeats.
std::string explain_clock_rule(const Schedule& schedule, Language language);

// What may surprise: rules of the dialect that this expression meets, and places where the real
// engine leaves its own rule in the year from `from` on.
std::vector<std::string> explain_notes(const Schedule& schedule, const Zone& zone, Second from, Language language);

}  // namespace cron
