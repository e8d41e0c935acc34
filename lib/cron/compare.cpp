#include "cron/compare.hpp"

#include <algorithm>

#include "cron/explain.hpp"
#include "cron/firings.hpp"
#include "cron/print.hpp"
#include "cron/source_text.hpp"

namespace cron {

namespace {

std::string names(const std::vector<Dialect>& dialects, const char* last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < dialects.size(); ++i) {
    if (i > 0) text += i + 1 == dialects.size() ? last : ", ";
    text += name_of(dialects[i]);
  }
  return text;
}

}  // namespace

std::vector<Reading> readings_of(std::string_view text, std::string_view seed) {
  std::vector<Reading> readings;
  readings.reserve(kDialects.size());
  for (const Dialect dialect : kDialects) readings.push_back({dialect, parse(text, dialect, seed)});
  return readings;
}

std::vector<Dialect> accepting(std::string_view text) {
  std::vector<Dialect> found;
  for (const Reading& reading : readings_of(text))
    if (schedule_in(reading.parsed) != nullptr) found.push_back(reading.dialect);
  return found;
}

std::string advice_for(std::string_view text, Dialect refused_by) {
  const auto others = accepting(text);
  if (!others.empty())
    return names(others) + (others.size() == 1 ? " accepts" : " accept") + " this text; is it meant for " +
           names(others, " or ") + "?";
  const std::u32string characters = decode(text);
  const std::size_t fields = words({characters, 0}, is_blank).size();
  const bool takes_six = refused_by == Dialect::kSpring || refused_by == Dialect::kQuartz;
  if (fields == 5 && takes_six && schedule_in(parse("0 " + std::string(text), Dialect::kSpring)) != nullptr)
    return "A five-field expression needs a second in front here: 0 " + std::string(text);
  return {};
}

std::optional<Difference> first_difference(const Schedule& first, const Schedule& second, const Zone& zone, Second from,
                                           Second until) {
  Firings left(first, zone);
  Firings right(second, zone);
  Second at = from - 1;
  while (true) {
    const Second next_left = left.next(at).value_or(until);
    const Second next_right = right.next(at).value_or(until);
    const Second next = std::min({next_left, next_right, until});
    if (next >= until) return std::nullopt;
    if (next_left != next_right) return Difference{next, next_left < next_right};
    at = next;
  }
}

std::string difference_in_words(const Schedule& first, const Schedule& second) {
  const std::string left = explain(first, Language::kEnglish);
  const std::string right = explain(second, Language::kEnglish);
  if (left == right) {
    if (first.clock_rule == second.clock_rule) return {};
    return "the same times; they part when clocks change: in " + std::string(name_of(second.dialect)) + " " +
           explain_clock_rule(second, Language::kEnglish);
  }
  return std::string(name_of(second.dialect)) + " reads it as " + right;
}

}  // namespace cron
