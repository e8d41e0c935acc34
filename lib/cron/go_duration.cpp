#include "cron/go_duration.hpp"

#include <array>

#include "cron/source_text.hpp"

namespace cron {

namespace {

struct Unit {
  std::u32string_view name;
  std::uint64_t nanoseconds;
};
constexpr std::array kUnits{
    Unit{U"ns", 1},         Unit{U"us", 1'000},        Unit{U"\u00b5s", 1'000},    Unit{U"\u03bcs", 1'000},
    Unit{U"ms", 1'000'000}, Unit{U"s", 1'000'000'000}, Unit{U"m", 60'000'000'000}, Unit{U"h", 3'600'000'000'000},
};

// 2^63, one more than a duration can hold: a negative one may reach it.
constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;

// Takes digits off the front into `value`; false when they are too many.
bool take_digits(std::u32string_view& text, std::uint64_t& value, bool& any) {
  while (!text.empty() && is_ascii_digit(text.front())) {
    any = true;
    if (value > kLimit / 10) return false;
    value = value * 10 + (text.front() - U'0');
    if (value > kLimit) return false;
    text.remove_prefix(1);
  }
  return true;
}

// Digits behind the point as value / scale; those beyond what a nanosecond can hold change nothing.
struct Fraction {
  std::uint64_t value = 0;
  double scale = 1;
};

Fraction take_fraction(std::u32string_view& text, bool& any) {
  Fraction fraction;
  bool full = false;
  while (!text.empty() && is_ascii_digit(text.front())) {
    any = true;
    full = full || fraction.value > (kLimit - 1) / 10;
    if (!full) {
      fraction.value = fraction.value * 10 + (text.front() - U'0');
      fraction.scale *= 10;
    }
    text.remove_prefix(1);
  }
  return fraction;
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
bool take_term(std::u32string_view& text, std::uint64_t& total) {
  std::uint64_t whole = 0;
  Fraction fraction;
  bool any = false;
  if (!take_digits(text, whole, any)) return false;
  if (!text.empty() && text.front() == U'.') {
    text.remove_prefix(1);
    fraction = take_fraction(text, any);
  }
  const Unit* unit = any ? take_unit(text) : nullptr;
  if (unit == nullptr || whole > kLimit / unit->nanoseconds) return false;
  // In this order, as time.ParseDuration computes it: another one is a nanosecond off now and then.
  const double part = static_cast<double>(fraction.value) * (static_cast<double>(unit->nanoseconds) / fraction.scale);
  const std::uint64_t term = whole * unit->nanoseconds + static_cast<std::uint64_t>(part);
  total += term;
  return term <= kLimit && total <= kLimit;
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
  std::uint64_t total = 0;
  while (!text.empty())
    if (!take_term(text, total)) return std::nullopt;
  if (negative) return std::chrono::nanoseconds{-static_cast<std::int64_t>(total - 1) - 1};
  if (total == kLimit) return std::nullopt;
  return std::chrono::nanoseconds{static_cast<std::int64_t>(total)};
}

}  // namespace cron
