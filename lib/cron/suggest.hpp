// "Did you mean": the known word that a mistyped one is nearest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cron/dialect.hpp"

namespace cron {

// The candidate at most two slips away from `word`, without regard to case; empty when there is
// none, or when `word` is as far from everything.
std::string closest(std::string_view word, const std::vector<std::string_view>& candidates);

// A name of a month or of a weekday; a long one ("Monday", "Sept") gives its three letters.
std::string closest_name(Field field, std::u32string_view word);

// "@daily" for "@dayly".
std::string closest_macro(std::u32string_view word);

}  // namespace cron
