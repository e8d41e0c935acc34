// The XLSX side of open_xlsx: rows become XML, sheets follow one another.
#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "sheet/row_xml.hpp"
#include "sheet/sheet_name.hpp"
#include "sheet/styles.hpp"
#include "sheet/utf8.hpp"
#include "sheet/workbook.hpp"
#include "sheet/writer.hpp"

namespace sheet {

namespace {

constexpr std::size_t kFlushBytes = 64 * 1024;
constexpr std::size_t kMostFormatBytes = 127;  // what libxlsxwriter keeps of a number format
constexpr double kMostWidth = 255;             // Excel's limit

// Columns on a screen: characters from the scripts of East Asia and emoji take two.
double shown_width(std::string_view text) {
  double width = 0;
  for (const char* at = text.data(); at != text.data() + text.size();) {
    const Sequence sequence = sequence_at(at, text.data() + text.size());
    width += sequence.is_valid && sequence.length >= 3 ? 2 : 1;
    at += sequence.length;
  }
  return width;
}

double default_width(const ColumnStyle& column) {
  const auto usual = [&]() -> double {
    switch (column.kind) {
      case task::ValueKind::kDate:
        return 11;
      case task::ValueKind::kDateTime:
        return column.scale > 0 ? 24 : 20;
      case task::ValueKind::kText:
      case task::ValueKind::kJson:
      case task::ValueKind::kBinary:
        return 20;
      default:
        return 12;
    }
  };
  return std::min(60.0, std::max(usual(), shown_width(column.header) + 2));
}

void check(const BookOptions& options) {
  const auto refuse = [](const std::string& why, const char* hint) {
    throw base::Error(base::Kind::kInput, why, hint);
  };
  if (options.columns.empty()) refuse("a sheet needs at least one column", "");
  if (options.columns.size() > kMostColumns)
    refuse(std::to_string(options.columns.size()) + " columns are more than the 16384 of a sheet",
           "Name fewer columns in the report, or export it as csv.");
  if (options.rows_per_sheet < 2 || options.rows_per_sheet > kMostRows)
    refuse("rows per sheet " + std::to_string(options.rows_per_sheet) + " is not between 2 and 1048576", "");
  for (const ColumnStyle& column : options.columns) {
    if (column.number_format.size() > kMostFormatBytes)
      refuse("the format of column '" + column.header + "' is longer than 127 bytes", "Shorten the column's format.");
    if (column.width && (*column.width < 0 || *column.width > kMostWidth))
      refuse("the width of column '" + column.header + "' is not between 0 and 255", "Correct the column's width.");
  }
}

class XlsxWriter final : public Writer {
 public:
  XlsxWriter(PartFile& part, BookOptions options)
      : Writer(options),
        options_(std::move(options)),
        book_(part, options_.title, options_.created_at),
        styles_([this](const std::string& format) { return book_.add_style(format); }, options_.columns),
        rows_(styles_, tally_, options_.columns.size()),
        header_style_(book_.add_header_style()) {
    for (const ColumnStyle& column : options_.columns) widths_.push_back(column.width.value_or(default_width(column)));
    buffer_.reserve(2 * kFlushBytes);
    open_sheet();
  }

  void row(std::span<const task::Cell> cells) override {
    if (cells.size() != options_.columns.size())
      throw base::Error(base::Kind::kBug, "a row of " + std::to_string(cells.size()) + " cells for " +
                                              std::to_string(options_.columns.size()) + " columns");
    if (sheet_row_ == options_.rows_per_sheet) next_sheet();
    ++sheet_row_;
    ++rows_written_;
    rows_.append_row(buffer_, sheet_row_, rows_written_, cells);
    if (buffer_.size() >= kFlushBytes) flush();
  }

  Summary finish() override {
    flush();
    book_.require_space_to_pack();
    book_.close();
    return {rows_written_, static_cast<std::uint32_t>(options_.columns.size()), names_, tally_.applied()};
  }

 private:
  void open_sheet() {
    names_.push_back(free_sheet_name(options_.title, names_));
    book_.add_sheet(names_.back(), widths_);
    rows_.append_header(buffer_, options_.columns, header_style_);
    sheet_row_ = 1;
  }

  void next_sheet() {
    if (options_.fail_on_row_limit)
      throw base::Error(base::Kind::kInput,
                        "more than " + std::to_string(options_.rows_per_sheet - 1) + " rows do not fit one sheet",
                        "Narrow the report, export it as csv, or allow further sheets.");
    flush();
    open_sheet();
  }

  void flush() {
    if (buffer_.empty()) return;
    book_.write(buffer_, sheet_row_);
    buffer_.clear();
  }

  BookOptions options_;
  Workbook book_;
  Styles styles_;
  RowXml rows_;
  int header_style_;
  std::vector<double> widths_;
  std::vector<std::string> names_;
  std::string buffer_;
  std::uint64_t sheet_row_ = 0;
  std::uint64_t rows_written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> open_xlsx(PartFile& part, BookOptions options) {
  check(options);
  return std::make_unique<XlsxWriter>(part, std::move(options));
}

}  // namespace sheet
