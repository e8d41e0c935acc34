// Rows as a worksheet's XML holds them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sheet/excel_time.hpp"
#include "sheet/number_text.hpp"
#include "sheet/styles.hpp"
#include "sheet/tally.hpp"
#include "task/cell.hpp"

namespace sheet {

// Encodes <row> elements. Numbers go from the database's text into the file's text without becoming
// a double in between; texts are inline strings, which nothing evaluates.
class RowXml {
 public:
  // Both must outlive it.
  RowXml(Styles& styles, Tally& tally, std::size_t columns);

  // Appends the header as row 1.
  void append_header(std::string& out, const std::vector<ColumnStyle>& columns, int style);

  // Appends one row. `sheet_row` counts from 1 within the sheet; `data_row` is for the tally.
  void append_row(std::string& out, std::uint64_t sheet_row, std::uint64_t data_row, std::span<const task::Cell> cells);

 private:
  void set_row(std::uint64_t sheet_row);
  void append_cell(std::string& out, std::size_t column, const task::Cell& cell);
  void append_text(std::string& out, std::size_t column, std::string_view text, int style = 0);
  void append_number(std::string& out, std::size_t column, int style, std::string_view digits);
  void append_fixed_point(std::string& out, std::size_t column, std::string_view bytes, bool is_integer);
  void append_float(std::string& out, std::size_t column, std::string_view bytes);
  void append_date(std::string& out, std::size_t column, std::string_view bytes);
  void append_time(std::string& out, std::size_t column, std::string_view bytes, task::ValueKind kind);
  void append_bits(std::string& out, std::size_t column, std::string_view bytes);
  void append_hex(std::string& out, std::size_t column, std::string_view bytes);
  void append_as_text(std::string& out, std::size_t column, std::string_view text, Rule rule);
  void open_cell(std::string& out, std::size_t column, int style);

  Styles& styles_;
  Tally& tally_;
  std::vector<std::string> openings_;  // `<c r="AB` of each column
  std::string row_digits_;
  std::string scratch_;
};

}  // namespace sheet
