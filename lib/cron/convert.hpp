// The same schedule in another dialect, with proof.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cron/compare.hpp"
#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace cron {

inline constexpr int kProofYears = 28;  // weekdays and leap days come round in them

struct Conversion {
  std::string text;  // the expression in the other dialect; empty when there is none that is equal
  // What was compared, or why there is none, as sentences.
  std::vector<std::string> proof;
  // Without an equal one: the nearest, and the first instant at which it fires otherwise.
  std::string nearest;
  std::optional<Difference> difference;
};

// Equal means: the same seconds, minutes and hours, the same days in every shape of a month, the same
// months and years, and the same firings round every clock change of `zone` in 28 years from `from`.
Conversion convert(const Schedule& schedule, Dialect to, const Zone& zone, Second from);

}  // namespace cron
