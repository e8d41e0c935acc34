#include "sheet/styles.hpp"

#include <algorithm>

namespace sheet {

namespace {

std::string with_fraction(std::string format, int digits) {
  if (digits > 0) format.append(1, '.').append(static_cast<std::size_t>(digits), '0');
  return format;
}

// Zeros after "s.", as in "hh:mm:ss.00".
int shown_fraction(const std::string& number_format) {
  const std::size_t point = number_format.find("s.");
  if (point == std::string::npos) return 0;
  const std::size_t end = std::min(number_format.find_first_not_of('0', point + 2), number_format.size());
  return static_cast<int>(end - point - 2);
}

}  // namespace

Styles::Styles(Add add, const std::vector<ColumnStyle>& columns) : add_(std::move(add)) {
  by_slot_.fill(-1);
  for (const ColumnStyle& column : columns) {
    own_.push_back(column.number_format.empty() ? -1 : add_(column.number_format));
    own_digits_.push_back(shown_fraction(column.number_format));
  }
}

int Styles::fraction_digits(std::size_t column, int printed) const {
  return own_[column] < 0 ? printed : std::min(printed, own_digits_[column]);
}

std::string Styles::number_format(int slot) {
  if (slot >= kZeroFilled) return std::string(static_cast<std::size_t>(slot - kZeroFilled), '0');
  if (slot >= kDecimal) return with_fraction("0", slot - kDecimal);
  if (slot >= kTime) return with_fraction("[h]:mm:ss", slot - kTime);
  if (slot >= kDateTime) return with_fraction("yyyy-mm-dd hh:mm:ss", slot - kDateTime);
  return slot == kDate ? "yyyy-mm-dd" : "0";
}

}  // namespace sheet
