// Which cell style shows a value: made on first use, then a look-up in an array.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "sheet/writer.hpp"

namespace sheet {

// Style numbers of one workbook. A column's own number format wins over the type's for every value
// that is not a text. 0 is the general style.
class Styles {
 public:
  // `add` makes a style that has the number format and returns its number.
  using Add = std::function<int(const std::string& number_format)>;

  Styles(Add add, const std::vector<ColumnStyle>& columns);

  int integer(std::size_t column) { return look_up(column, kInteger); }
  int zero_filled(std::size_t column, int width) { return look_up(column, kZeroFilled + width); }
  int decimal(std::size_t column, int scale) { return look_up(column, kDecimal + scale); }
  int real(std::size_t column) const { return own_[column] < 0 ? 0 : own_[column]; }
  int date(std::size_t column) { return look_up(column, kDate); }
  int date_time(std::size_t column, int digits) { return look_up(column, kDateTime + digits); }
  int time(std::size_t column, int digits) { return look_up(column, kTime + digits); }

  // How many of `printed` digits of a second's fraction the column's format shows. More must not be
  // written: Excel would round them up into the next second.
  int fraction_digits(std::size_t column, int printed) const;

  static constexpr int kMostScale = 30;  // Excel shows no more decimals
  static constexpr int kMostWidth = 20;

 private:
  enum Slot {
    kInteger,
    kDate,
    kDateTime,
    kTime = kDateTime + 4,
    kDecimal = kTime + 4,
    kZeroFilled = kDecimal + kMostScale + 1,
    kSlots = kZeroFilled + kMostWidth + 1
  };

  int look_up(std::size_t column, int slot) {
    if (own_[column] >= 0) return own_[column];
    int& style = by_slot_[static_cast<std::size_t>(slot)];
    if (style < 0) style = add_(number_format(slot));
    return style;
  }
  static std::string number_format(int slot);

  Add add_;
  std::vector<int> own_;         // a column's own style, or -1
  std::vector<int> own_digits_;  // of a second's fraction that its own format shows
  std::array<int, kSlots> by_slot_;
};

}  // namespace sheet
