#include "cron/go_duration.hpp"

#include <array>

#include "cron/source_text.hpp"

namespace cron {

namespace {

struct Unit {
  std::u32string_view name;
  std::int64_t nanoseconds;
};
constexpr std::array kUnits{
    Unit{U"ns", 1},         Unit{U"us", 1'000},        Unit{U"\u00b5s", 1'000},    Unit{U"\u03bcs", 1'000},
    Unit{U"ms", 1'000'000}, Unit{U"s", 1'000'000'000}, Unit{U"m", 60'000'000'000}, Unit{U"h", 3'600'000'000'000},
};

// Takes digits off the front into `value`; false when there were none or too many.
bool take_digits(std::u32string_view& text, std::int64_t& value, bool& any) {
  while (!text.empty() && is_ascii_digit(text.front())) {
    any = true;
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<std::int64_t>(text.front() - U'0'), &value))
      return false;
    text.remove_prefix(1);
  }
  return true;
}

// Digits behind the point; those beyond what a nanosecond can hold change nothing.
double take_fraction(std::u32string_view& text, bool& any) {
  double value = 0;
  double weight = 0.1;
  while (!text.empty() && is_ascii_digit(text.front())) {
    any = true;
    value += weight * static_cast<double>(text.front() - U'0');
    weight /= 10;
    text.remove_prefix(1);
  }
  return value;
}

const Unit* take_unit(std::u32string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != U'.' && !is_ascii_digit(text[end])) ++end;
  for (const Unit& unit : kUnits) {
    if (text.substr(0, end) != unit.name) continue;
    text.remove_prefix(end);
    return &unit;
  }
  return nullptr;
}

// One number with its unit; false when it is not readable or too long.
bool take_term(std::u32string_view& text, std::int64_t& total) {
  std::int64_t whole = 0;
  double fraction = 0;
  bool any = false;
  if (!take_digits(text, whole, any)) return false;
  if (!text.empty() && text.front() == U'.') {
    text.remove_prefix(1);
    fraction = take_fraction(text, any);
  }
  const Unit* unit = any ? take_unit(text) : nullptr;
  if (unit == nullptr) return false;
  std::int64_t term = 0;
  if (__builtin_mul_overflow(whole, unit->nanoseconds, &term)) return false;
  const auto part = static_cast<std::int64_t>(fraction * static_cast<double>(unit->nanoseconds));
  return !__builtin_add_overflow(term, part, &term) && !__builtin_add_overflow(total, term, &total);
}

}  // namespace

std::optional<std::chrono::nanoseconds> go_duration(std::u32string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == U'-' || text.front() == U'+')) {
    negative = text.front() == U'-';
    text.remove_prefix(1);
  }
  if (text == U"0") return std::chrono::nanoseconds{0};
  if (text.empty()) return std::nullopt;
  std::int64_t total = 0;
  while (!text.empty())
    if (!take_term(text, total)) return std::nullopt;
  return std::chrono::nanoseconds{negative ? -total : total};
}

}  // namespace cron
