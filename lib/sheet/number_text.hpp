// Numbers as the database prints them: whether a sheet can hold them as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sheet {

inline constexpr int kExactDigits = 15;  // that a double, and Excel, keep

// A fixed-point number taken apart: "-0012.50" is negative, whole "12", fraction "50", zeros 2.
struct FixedPoint {
  bool is_negative = false;
  std::string_view whole;     // without leading zeros, so empty for 0.5
  std::string_view fraction;  // as printed
  int zeros = 0;              // leading zeros before a digit that is not the last: ZEROFILL

  // Digits from the first that counts to the last that counts; zeros that end a whole number count.
  int significant() const;
};

// Empty for what is not [-]digits[.digits].
std::optional<FixedPoint> read_fixed_point(std::string_view text);

// Whether `text` is a floating-point number within Excel's range: finite, not subnormal, its size at
// most 9.99999999999999E+307.
bool is_excel_float(std::string_view text);

// The value of a BIT column's big-endian bytes; empty for more than 8.
std::optional<std::uint64_t> read_bits(std::string_view bytes);

}  // namespace sheet
