#include "sheet/sheet_name.hpp"

#include <algorithm>

#include "sheet/utf8.hpp"
#include "sheet/xml_text.hpp"

namespace sheet {

namespace {

constexpr std::size_t kMostUnits = 31;
constexpr std::string_view kRefused = "/\\?*:[]";
constexpr std::string_view kFallback = "Sheet";

char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte; }

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool is_refused(const char* at, Sequence sequence) {
  if (!sequence.is_valid) return true;
  if (sequence.length == 1)
    return static_cast<unsigned char>(*at) < 0x20 || *at == '\x7F' || kRefused.find(*at) != std::string_view::npos;
  return sequence.length == 3 && at[0] == '\xEF' && at[1] == '\xBF' && (at[2] == '\xBE' || at[2] == '\xBF');
}

std::string without_refused(std::string_view title) {
  std::string name;
  const char* at = title.data();
  const char* const end = at + title.size();
  while (at != end) {
    const Sequence sequence = sequence_at(at, end);
    if (is_refused(at, sequence))
      name += '_';
    else
      name.append(at, sequence.length);
    at += sequence.length;
  }
  return name;
}

std::string_view trimmed(std::string_view name) {
  constexpr std::string_view kTrimmed = "' ";
  const std::size_t first = name.find_first_not_of(kTrimmed);
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(kTrimmed) - first + 1);
}

std::string fitted(std::string_view title, std::string_view suffix) {
  const std::string clean = without_refused(title);
  std::string name{trimmed(first_units(trimmed(clean), kMostUnits - suffix.size()))};
  if (name.empty()) name = kFallback;
  if (is_same_name(name, "History")) name += '_';
  return name += suffix;
}

}  // namespace

std::string sheet_name(std::string_view title) { return fitted(title, ""); }

std::string sheet_name(std::string_view title, std::uint32_t number) {
  return number < 2 ? fitted(title, "") : fitted(title, " (" + std::to_string(number) + ")");
}

std::string free_sheet_name(std::string_view title, const std::vector<std::string>& taken) {
  for (std::uint32_t number = 1;; ++number) {
    std::string name = sheet_name(title, number);
    const auto is_it = [&](const std::string& other) { return is_same_name(name, other); };
    if (std::none_of(taken.begin(), taken.end(), is_it)) return name;
  }
}

}  // namespace sheet
