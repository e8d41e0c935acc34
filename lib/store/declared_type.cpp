#include "store/declared_type.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

namespace store {

namespace {

bool is_digits_at(std::string_view text, std::size_t from, std::size_t count) {
  if (text.size() < from + count) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(from),
                     text.begin() + static_cast<std::ptrdiff_t>(from + count),
                     [](char c) { return c >= '0' && c <= '9'; });
}

bool looks_like_date(std::string_view text) {
  return text.size() >= 10 && is_digits_at(text, 0, 4) && text[4] == '-' && is_digits_at(text, 5, 2) &&
         text[7] == '-' && is_digits_at(text, 8, 2);
}

bool looks_like_time(std::string_view text) {
  if (text.size() < 8 || !is_digits_at(text, 0, 2) || text[2] != ':' || !is_digits_at(text, 3, 2) || text[5] != ':' ||
      !is_digits_at(text, 6, 2))
    return false;
  return text.size() == 8 || (text[8] == '.' && text.size() > 9 && is_digits_at(text, 9, text.size() - 9));
}

// The second number of "DECIMAL(5,2)".
int scale_of(std::string_view declared) {
  const std::size_t comma = declared.find(',');
  if (comma == std::string_view::npos) return 0;
  declared.remove_prefix(comma + 1);
  while (!declared.empty() && declared.front() == ' ') declared.remove_prefix(1);
  int scale = 0;
  std::from_chars(declared.data(), declared.data() + declared.size(), scale);
  return std::clamp(scale, 0, 30);
}

}  // namespace

DeclaredType declared_type(std::string_view declared) {
  std::string upper(declared);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (upper.starts_with("DATETIME") || upper.starts_with("TIMESTAMP")) return {task::ValueKind::kDateTime, 0};
  if (upper == "DATE") return {task::ValueKind::kDate, 0};
  if (upper.starts_with("DECIMAL") || upper.starts_with("NUMERIC")) return {task::ValueKind::kDecimal, scale_of(upper)};
  return {};
}

task::ValueKind kind_of_text(task::ValueKind column, std::string_view text) {
  const bool wants_date = column == task::ValueKind::kDate || column == task::ValueKind::kDateTime;
  if (!wants_date || !looks_like_date(text)) return task::ValueKind::kText;
  if (text.size() == 10) return task::ValueKind::kDate;
  const bool separated = text[10] == ' ' || text[10] == 'T';
  return separated && looks_like_time(text.substr(11)) ? task::ValueKind::kDateTime : task::ValueKind::kText;
}

}  // namespace store
