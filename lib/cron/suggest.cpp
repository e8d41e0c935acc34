#include "cron/suggest.hpp"

#include <algorithm>
#include <numeric>

#include "cron/source_text.hpp"

namespace cron {

namespace {

constexpr std::size_t kLongestWord = 40;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Insertions, deletions, replacements and swaps of neighbours between the two words.
std::size_t slips(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1), row(right.size() + 1), next(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const bool same = lower(left[i - 1]) == lower(right[j - 1]);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lower(left[i - 1]) == lower(right[j - 2]) && lower(left[i - 2]) == lower(right[j - 1]);
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row.back();
}

bool is_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; });
}

bool begins_as(std::string_view word, std::string_view name) {
  return word.size() >= name.size() && slips(word.substr(0, name.size()), name) == 0;
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::size_t allowed = word.size() <= 4 ? 1 : 2;
  std::string_view best;
  std::size_t least = allowed + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = slips(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return std::string(best);
}

std::string closest_name(Field field, std::u32string_view word) {
  static const std::vector<std::string_view> kMonthNames{"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                         "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  static const std::vector<std::string_view> kWeekdayNames{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  static const std::vector<std::string_view> kFullMonths{"JANUARY", "FEBRUARY", "MARCH",   "APRIL",
                                                         "JUNE",    "JULY",     "AUGUST",  "SEPTEMBER",
                                                         "OCTOBER", "NOVEMBER", "DECEMBER"};
  static const std::vector<std::string_view> kFullWeekdays{"SUNDAY",   "MONDAY", "TUESDAY", "WEDNESDAY",
                                                           "THURSDAY", "FRIDAY", "SATURDAY"};
  if (field != Field::kMonth && field != Field::kWeekday) return {};
  if (word.size() > kLongestWord) return {};
  const std::string ascii = encode(word);
  if (!is_letters(ascii)) return {};
  const auto& names = field == Field::kMonth ? kMonthNames : kWeekdayNames;
  for (const std::string_view name : names)
    if (begins_as(ascii, name)) return std::string(name);
  const std::string full = closest(ascii, field == Field::kMonth ? kFullMonths : kFullWeekdays);
  if (ascii.size() > 4 && !full.empty()) return full.substr(0, 3);
  return closest(ascii, names);
}

std::string closest_macro(std::u32string_view word) {
  static const std::vector<std::string_view> kMacros{"@yearly", "@annually", "@monthly", "@weekly",
                                                     "@daily",  "@midnight", "@hourly",  "@reboot"};
  if (word.size() > kLongestWord) return {};
  return closest(encode(word), kMacros);
}

}  // namespace cron
