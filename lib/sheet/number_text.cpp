#include "sheet/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sheet {

namespace {

constexpr double kLargestInExcel = 9.99999999999999e307;

std::size_t count_digits(std::string_view text) {
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}

}  // namespace

int FixedPoint::significant() const {
  const std::size_t last = fraction.find_last_not_of('0');
  const std::string_view counted = fraction.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (!whole.empty()) return static_cast<int>(whole.size() + counted.size());
  const std::size_t first = counted.find_first_not_of('0');
  return first == std::string_view::npos ? 0 : static_cast<int>(counted.size() - first);
}

std::optional<FixedPoint> read_fixed_point(std::string_view text) {
  FixedPoint number;
  if (!text.empty() && text.front() == '-') {
    number.is_negative = true;
    text.remove_prefix(1);
  }
  const std::size_t whole = count_digits(text);
  if (whole == 0) return std::nullopt;
  number.whole = text.substr(0, whole);
  text.remove_prefix(whole);
  if (!text.empty()) {
    if (text.front() != '.') return std::nullopt;
    number.fraction = text.substr(1);
    if (number.fraction.empty() || count_digits(number.fraction) != number.fraction.size()) return std::nullopt;
  }
  const std::size_t zeros = std::min(number.whole.find_first_not_of('0'), number.whole.size());
  number.zeros = static_cast<int>(zeros == number.whole.size() ? zeros - 1 : zeros);
  number.whole.remove_prefix(zeros);
  return number;
}

bool is_excel_float(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  return value == 0 || (std::isnormal(value) && std::fabs(value) <= kLargestInExcel);
}

std::optional<std::uint64_t> read_bits(std::string_view bytes) {
  if (bytes.size() > 8) return std::nullopt;
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

}  // namespace sheet
