#include "sheet/row_xml.hpp"

#include <charconv>

#include "sheet/cell_text.hpp"
#include "sheet/xml_text.hpp"

namespace sheet {

namespace {

using task::ValueKind;

std::string column_letters(std::size_t column) {
  std::string letters;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters;
}

// Leaves out the milliseconds that `digits` decimals do not show.
void cut_fraction(ExcelTime& time, int digits) {
  constexpr int kSteps[] = {1000, 100, 10, 1};
  const std::int64_t rest = time.milliseconds % kSteps[digits];
  time.milliseconds -= rest;
  time.is_cut = time.is_cut || rest != 0;
}

}  // namespace

RowXml::RowXml(Styles& styles, Tally& tally, std::size_t columns) : styles_(styles), tally_(tally) {
  for (std::size_t column = 0; column < columns; ++column) openings_.push_back("<c r=\"" + column_letters(column));
}

void RowXml::append_header(std::string& out, const std::vector<ColumnStyle>& columns, int style) {
  set_row(1);
  out.append("<row r=\"").append(row_digits_).append("\">");
  for (std::size_t column = 0; column < columns.size(); ++column) {
    tally_.at(0, static_cast<std::uint32_t>(column + 1));
    append_text(out, column, columns[column].header, style);
  }
  out += "</row>";
}

void RowXml::append_row(std::string& out, std::uint64_t sheet_row, std::uint64_t data_row,
                        std::span<const task::Cell> cells) {
  set_row(sheet_row);
  out.append("<row r=\"").append(row_digits_).append("\">");
  for (std::size_t column = 0; column < cells.size(); ++column) {
    tally_.at(data_row, static_cast<std::uint32_t>(column + 1));
    append_cell(out, column, cells[column]);
  }
  out += "</row>";
}

void RowXml::set_row(std::uint64_t sheet_row) {
  char digits[24];
  row_digits_.assign(digits, std::to_chars(digits, digits + sizeof digits, sheet_row).ptr);
}

void RowXml::append_cell(std::string& out, std::size_t column, const task::Cell& cell) {
  switch (cell.kind) {
    case ValueKind::kNull:
      return;
    case ValueKind::kInteger:
    case ValueKind::kYear:
      return append_fixed_point(out, column, cell.bytes, true);
    case ValueKind::kDecimal:
      return append_fixed_point(out, column, cell.bytes, false);
    case ValueKind::kFloat:
    case ValueKind::kDouble:
      return append_float(out, column, cell.bytes);
    case ValueKind::kDate:
      return append_date(out, column, cell.bytes);
    case ValueKind::kDateTime:
    case ValueKind::kTime:
      return append_time(out, column, cell.bytes, cell.kind);
    case ValueKind::kBit:
      return append_bits(out, column, cell.bytes);
    case ValueKind::kBinary:
      return append_hex(out, column, cell.bytes);
    case ValueKind::kText:
    case ValueKind::kJson:
      return append_text(out, column, cell.bytes);
  }
}

void RowXml::open_cell(std::string& out, std::size_t column, int style) {
  out.append(openings_[column]).append(row_digits_);
  if (style == 0) return;
  char digits[16];
  out.append("\" s=\"").append(digits, std::to_chars(digits, digits + sizeof digits, style).ptr);
}

void RowXml::append_text(std::string& out, std::size_t column, std::string_view text, int style) {
  open_cell(out, column, style);
  out += needs_preserve(text) ? "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">" : "\" t=\"inlineStr\"><is><t>";
  append_xml_text(out, text, tally_);
  out += "</t></is></c>";
}

void RowXml::append_as_text(std::string& out, std::size_t column, std::string_view text, Rule rule) {
  tally_.add(rule);
  append_text(out, column, text);
}

void RowXml::append_number(std::string& out, std::size_t column, int style, std::string_view digits) {
  open_cell(out, column, style);
  out.append("\"><v>").append(digits).append("</v></c>");
}

void RowXml::append_fixed_point(std::string& out, std::size_t column, std::string_view bytes, bool is_integer) {
  const std::optional<FixedPoint> number = read_fixed_point(bytes);
  if (!number || number->significant() > kExactDigits ||
      number->fraction.size() > static_cast<std::size_t>(Styles::kMostScale))
    return append_as_text(out, column, bytes, Rule::kNumberAsText);
  if (!is_integer || !number->fraction.empty()) {
    const int style = styles_.decimal(column, static_cast<int>(number->fraction.size()));
    return append_number(out, column, style, bytes);
  }
  const std::size_t width = bytes.size() - (number->is_negative ? 1 : 0);
  const bool is_zero_filled = number->zeros > 0 && width <= static_cast<std::size_t>(Styles::kMostWidth);
  const int style = is_zero_filled ? styles_.zero_filled(column, static_cast<int>(width)) : styles_.integer(column);
  append_number(out, column, style, bytes.substr(static_cast<std::size_t>(number->zeros)));
}

void RowXml::append_float(std::string& out, std::size_t column, std::string_view bytes) {
  if (!is_excel_float(bytes)) return append_as_text(out, column, bytes, Rule::kNumberAsText);
  append_number(out, column, styles_.real(column), bytes);
}

void RowXml::append_date(std::string& out, std::size_t column, std::string_view bytes) {
  const std::optional<std::int32_t> day = read_date(bytes);
  if (!day) return append_as_text(out, column, bytes, Rule::kDateAsText);
  char digits[16];
  const char* const end = std::to_chars(digits, digits + sizeof digits, *day).ptr;
  append_number(out, column, styles_.date(column), {digits, static_cast<std::size_t>(end - digits)});
}

void RowXml::append_time(std::string& out, std::size_t column, std::string_view bytes, ValueKind kind) {
  const bool is_date_time = kind == ValueKind::kDateTime;
  std::optional<ExcelTime> time = is_date_time ? read_date_time(bytes) : read_time(bytes);
  if (!time) return append_as_text(out, column, bytes, is_date_time ? Rule::kDateAsText : Rule::kTimeAsText);
  const int digits = styles_.fraction_digits(column, time->digits);
  cut_fraction(*time, digits);
  if (time->is_cut) tally_.add(Rule::kFractionCut);
  scratch_.clear();
  append_serial(scratch_, *time);
  append_number(out, column, is_date_time ? styles_.date_time(column, digits) : styles_.time(column, digits), scratch_);
}

void RowXml::append_bits(std::string& out, std::size_t column, std::string_view bytes) {
  scratch_.clear();
  sheet::append_bits(scratch_, bytes);
  append_fixed_point(out, column, scratch_, true);
}

void RowXml::append_hex(std::string& out, std::size_t column, std::string_view bytes) {
  // A byte is never cut in half.
  const std::size_t most = kMostCellUnits / 2;
  if (bytes.size() > most) tally_.add(Rule::kTextCut);
  scratch_.clear();
  sheet::append_hex(scratch_, bytes.substr(0, most));
  append_text(out, column, scratch_);
}

}  // namespace sheet
