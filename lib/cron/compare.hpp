// The same text in all dialects, and one schedule against another.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cron/parse.hpp"
#include "cron/zone.hpp"

namespace cron {

struct Reading {
  Dialect dialect;
  Parsed parsed;
};

// What each dialect makes of `text`, in the order of kDialects.
std::vector<Reading> readings_of(std::string_view text, std::string_view seed = {});

// The dialects that accept it.
std::vector<Dialect> accepting(std::string_view text);

// "linux and k8s accept it", or what to change for the mix-ups that people make; empty when there
// is nothing to say.
std::string advice_for(std::string_view text, Dialect refused_by);

// The first instant in [from, until) at which one fires and the other does not; empty when there is
// none. Both are read in the same zone.
struct Difference {
  Second at;
  bool first_fires;  // else the second does
};
std::optional<Difference> first_difference(const Schedule& first, const Schedule& second, const Zone& zone, Second from,
                                           Second until);

// How two readings of one text differ, in words: "quartz counts weekdays from 1 for Sunday: it fires
// on Sunday, linux on Monday". Empty when they mean the same days and times.
std::string difference_in_words(const Schedule& first, const Schedule& second);

}  // namespace cron
