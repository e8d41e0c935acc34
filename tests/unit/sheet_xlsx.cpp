// Workbooks, read back by openpyxl cell by cell.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "sheet/writer.hpp"
#include "support/folder_names.hpp"
#include "support/temp_dir.hpp"
#include "support/xlsx_book.hpp"

namespace {

using namespace std::string_view_literals;
using sheet::BookOptions;
using sheet::ColumnStyle;
using support::TempDir;
using support::XlsxBook;
using task::Cell;
using Kind = task::ValueKind;
using Rows = std::vector<std::vector<Cell>>;

constexpr Cell kNull{};
constexpr base::Instant kNoon{std::chrono::seconds{1'767'182'400}};

Cell text(std::string_view bytes) { return {Kind::kText, bytes}; }

BookOptions book(std::vector<ColumnStyle> columns) {
  BookOptions options;
  options.title = "t";
  options.columns = std::move(columns);
  return options;
}

BookOptions plain_columns(std::size_t count) {
  BookOptions options = book({});
  for (std::size_t column = 0; column < count; ++column) options.columns.push_back({"h", {}, "", Kind::kText, 0});
  return options;
}

sheet::Summary write_book(const TempDir& folder, const BookOptions& options, const Rows& rows) {
  sheet::PartFile part(folder.path(), "1-t.xlsx");
  const auto writer = sheet::open_xlsx(part, options);
  for (const auto& row : rows) writer->row(row);
  sheet::Summary summary = writer->finish();
  CHECK(part.publish() > 0);
  CHECK(support::names_in(folder.path()) == std::vector<std::string>{"1-t.xlsx"});
  return summary;
}

// One column of values, from A2 down.
struct Column {
  explicit Column(const std::vector<Cell>& values, const std::string& number_format = "") {
    Rows rows;
    for (const Cell& value : values) rows.push_back({value});
    summary = write_book(folder, book({{"h", {}, number_format, Kind::kText, 0}}), rows);
    const XlsxBook read(folder.file("1-t.xlsx"));
    for (std::size_t row = 0; row < values.size(); ++row) cells.push_back(read.at("A" + std::to_string(row + 2)));
  }

  // "name cells@row,column", one after the other.
  std::string counted() const {
    std::string text;
    for (const sheet::RuleCount& rule : summary.rules)
      text += std::string(rule.name) + " " + std::to_string(rule.cells) + "@" + std::to_string(rule.first_row) + "," +
              std::to_string(rule.first_column) + " ";
    return text;
  }

  TempDir folder;
  sheet::Summary summary;
  std::vector<std::string> cells;
};

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("a sheet has a bold, frozen header and widths") {
  const TempDir folder;
  const sheet::Summary summary = write_book(folder,
                                            book({{"任务ID", 12.0, "", Kind::kInteger, 0},
                                                  {"a fairly long header, wider than most", {}, "", Kind::kText, 0}}),
                                            {{{Kind::kInteger, "42"}, text("𠮷 😀 \"x\"\ty\nz")}});
  CHECK(summary.rows == 1);
  CHECK(summary.sheet_names == Strings{"t"});
  CHECK(summary.rules.empty());
  const XlsxBook read(folder.file("1-t.xlsx"));
  CHECK(read.sheets == Strings{"t\tA1:B2\tA2"});
  CHECK(read.at("A1") == "str '\\u4efb\\u52a1ID'");
  CHECK(read.at("A2") == "int 42 [0]");
  CHECK(read.at("B2") == "str '\\U00020bb7 \\U0001f600 \"x\"\\ty\\nz'");
  const std::string xml = support::read_member(folder.file("1-t.xlsx"), "xl/worksheets/sheet1.xml");
  CHECK(xml.find("<col min=\"1\" max=\"1\" width=\"12.7109375\"") != std::string::npos);
  CHECK(xml.find("<col min=\"2\" max=\"2\" width=\"39.7109375\"") != std::string::npos);
  CHECK(support::read_member(folder.file("1-t.xlsx"), "xl/styles.xml").find("<b/>") != std::string::npos);
}

TEST_CASE("a sheet without rows has its header") {
  const TempDir folder;
  CHECK(write_book(folder, plain_columns(2), {}).rows == 0);
  CHECK(XlsxBook(folder.file("1-t.xlsx")).sheets == Strings{"t\tA1:B1\tA2"});
}

TEST_CASE("X15: integers and decimals are numbers up to 15 digits and text beyond") {
  const Column column({{Kind::kInteger, "-9007199254740"},
                       {Kind::kInteger, "123456789012345"},
                       {Kind::kInteger, "1234567890123456"},
                       {Kind::kInteger, "18446744073709551615"},
                       {Kind::kInteger, "00042"},
                       {Kind::kDecimal, "0.10"},
                       {Kind::kDecimal, "99999999.99"},
                       {Kind::kDecimal, "-0.0000000001"},
                       {Kind::kDecimal, "12345678901234567890.1234567890"},
                       {Kind::kDecimal, "12"}});
  CHECK(column.cells == Strings{"int -9007199254740 [0]", "int 123456789012345 [0]", "str '1234567890123456'",
                                "str '18446744073709551615'", "int 42 [00000]", "float 0.1 [0.00]",
                                "float 99999999.99 [0.00]", "float -1e-10 [0.0000000000]",
                                "str '12345678901234567890.1234567890'", "int 12 [0]"});
  CHECK(column.counted() == "number_as_text 3@3,1 ");
}

TEST_CASE("X15: floats keep every digit") {
  const Column column({{Kind::kDouble, "0.30000000000000004"},
                       {Kind::kDouble, "1e300"},
                       {Kind::kDouble, "2.2250738585072014e-308"},
                       {Kind::kFloat, "1234567.75"},
                       {Kind::kFloat, "16777216"},
                       {Kind::kDouble, "inf"},
                       {Kind::kDouble, "5e-324"}});
  CHECK(column.cells == Strings{"float 0.30000000000000004", "float 1e+300", "float 2.2250738585072014e-308",
                                "float 1234567.75", "int 16777216", "str 'inf'", "str '5e-324'"});
}

TEST_CASE("X11 X12: BIT and YEAR are plain numbers") {
  const Column column({{Kind::kBit, "\x01"sv},
                       {Kind::kBit, "\x02\x01"sv},
                       {Kind::kBit, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv},
                       {Kind::kBit, "\0"sv},
                       {Kind::kYear, "2025"},
                       {Kind::kYear, "0000"},
                       {Kind::kInteger, "-1"},
                       text("0"),
                       text("")});
  CHECK(column.cells == Strings{"int 1 [0]", "int 513 [0]", "str '18446744073709551615'", "int 0 [0]", "int 2025 [0]",
                                "int 0 [0000]", "int -1 [0]", "str '0'", "str ''"});
}

TEST_CASE("X08 X10: dates are real dates, and text where Excel has no such day") {
  const Column column({{Kind::kDate, "2025-03-30"},
                       {Kind::kDate, "0000-00-00"},
                       {Kind::kDateTime, "2025-00-15 00:00:00"},
                       {Kind::kDate, "1900-02-28"},
                       {Kind::kDate, "1900-03-01"},
                       {Kind::kDateTime, "9999-12-31 23:59:59"},
                       {Kind::kDateTime, "2024-12-31 23:59:59.999999"},
                       {Kind::kDateTime, "2025-03-30 02:30:00"}});
  CHECK(column.cells == Strings{"datetime 2025-03-30 00:00:00 [yyyy-mm-dd]", "str '0000-00-00'",
                                "str '2025-00-15 00:00:00'", "str '1900-02-28'",
                                "datetime 1900-03-01 00:00:00 [yyyy-mm-dd]",
                                "datetime 9999-12-31 23:59:59 [yyyy-mm-dd hh:mm:ss]",
                                "datetime 2024-12-31 23:59:59.999000 [yyyy-mm-dd hh:mm:ss.000]",
                                "datetime 2025-03-30 02:30:00 [yyyy-mm-dd hh:mm:ss]"});
  CHECK(column.counted() == "fraction_cut 1@7,1 date_as_text 3@2,1 ");
}

TEST_CASE("X10: a format without fractions gets none, so that nothing is rounded up") {
  const Column column({{Kind::kDateTime, "2024-12-31 23:59:59.999999"}, {Kind::kDateTime, "2024-12-31 23:59:59.250"}},
                      "yyyy-mm-dd hh:mm:ss");
  CHECK(column.cells[0] == "datetime 2024-12-31 23:59:59 [yyyy-mm-dd hh:mm:ss]");
  CHECK(column.counted() == "fraction_cut 2@1,1 ");
  const Column tenths({{Kind::kDateTime, "2024-12-31 23:59:59.999999"}}, "hh:mm:ss.0");
  CHECK(tenths.cells[0].find("59.900000") != std::string::npos);
}

TEST_CASE("X10: the zone of the process changes no byte") {
  const auto bytes_in = [](const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
    const TempDir folder;
    BookOptions options = plain_columns(2);
    options.created_at = kNoon;
    write_book(folder, options, {{{Kind::kDate, "2025-03-30"}, {Kind::kDateTime, "2025-03-30 02:30:00"}}});
    return support::read_file(folder.file("1-t.xlsx"));
  };
  const std::string tokyo = bytes_in("Asia/Tokyo");
  CHECK(tokyo == bytes_in("America/New_York"));
  CHECK(tokyo == bytes_in("Europe/Berlin"));
  ::unsetenv("TZ");
  ::tzset();
}

TEST_CASE("X09: times beyond a day are fractions of [h]:mm:ss and negative ones are text") {
  const Column column({{Kind::kTime, "838:59:59"},
                       {Kind::kTime, "-838:59:59"},
                       {Kind::kTime, "00:00:00.500000"},
                       {Kind::kTime, "-00:00:01"}});
  const std::string xml = support::read_member(column.folder.file("1-t.xlsx"), "xl/worksheets/sheet1.xml");
  CHECK(xml.find("<v>34.95832175925") != std::string::npos);
  CHECK(column.cells[0].find("[[h]:mm:ss]") != std::string::npos);
  CHECK(column.cells[1] == "str '-838:59:59'");
  CHECK(column.cells[2].find("[[h]:mm:ss.000]") != std::string::npos);
  CHECK(column.cells[3] == "str '-00:00:01'");
  CHECK(column.counted() == "time_as_text 2@2,1 ");
}

TEST_CASE("X20: nothing becomes a formula or a link") {
  const std::vector<std::string_view> texts{"=1+1",
                                            "=",
                                            "=== note ===",
                                            "=cmd|' /C calc'!A0",
                                            "line one\n=line two",
                                            "{=A1}",
                                            "https://example.org",
                                            "mailto:a@b.c",
                                            "007",
                                            "1e5",
                                            " padded "};
  std::vector<Cell> values;
  for (const std::string_view each : texts) values.push_back(text(each));
  const Column column(values);
  CHECK(column.cells[0] == "str '=1+1'");
  CHECK(column.cells[8] == "str '007'");
  CHECK(column.cells[10] == "str ' padded '");
  const std::string xml = support::read_member(column.folder.file("1-t.xlsx"), "xl/worksheets/sheet1.xml");
  CHECK(xml.find("<f>") == std::string::npos);
  CHECK(xml.find("hyperlink") == std::string::npos);
  CHECK(xml.find("<t xml:space=\"preserve\"> padded </t>") != std::string::npos);
}

TEST_CASE("X04 X05 X06: broken, strange and misleading texts read back") {
  const Column column({text("a\x0B"
                            "b"),
                       text("ab\0cd"sv), text("\xFF"), text("\xEF\xBF\xBF"), text("_x0041_x0042_"), text("a\r\nb"),
                       text("ok")});
  CHECK(column.cells == Strings{"str 'a\\x0bb'", "str 'ab\\x00cd'", "str '\\ufffd'", "str '\\uffff'",
                                "str '_x0041_x0042_'", "str 'a\\r\\nb'", "str 'ok'"});
  CHECK(column.counted() == "bad_utf8 1@3,1 noncharacter 1@4,1 ");
}

TEST_CASE("X13 X14 X18: JSON and binary are text, NULL is blank, the empty string is not") {
  const std::string large(20'000, '\xAB');
  const Column column({{Kind::kJson, R"({"n": 12345678901234567890})"},
                       {Kind::kJson, "null"},
                       {Kind::kBinary, "\x00\xFF\x0A"sv},
                       {Kind::kBinary, ""},
                       kNull,
                       text(""),
                       {Kind::kBinary, large}});
  CHECK(column.cells[0] == "str '{\"n\": 12345678901234567890}'");
  CHECK(column.cells[1] == "str 'null'");
  CHECK(column.cells[2] == "str '00FF0A'");
  CHECK(column.cells[3] == "str ''");
  CHECK(column.cells[4] == "");
  CHECK(column.cells[5] == "str ''");
  CHECK(column.cells[6].size() == std::string_view("str ''").size() + 32'766);
  CHECK(column.counted() == "text_cut 1@7,1 ");
}

TEST_CASE("X18: a column of integers with a NULL stays one of integers") {
  const Column column({{Kind::kInteger, "1"}, kNull, {Kind::kInteger, "3"}});
  CHECK(column.cells == Strings{"int 1 [0]", "", "int 3 [0]"});
}

TEST_CASE("a column's own format wins for numbers and dates") {
  CHECK(Column({{Kind::kDecimal, "12.50"}, {Kind::kInteger, "7"}, text("x")}, "0.0").cells ==
        Strings{"float 12.5 [0.0]", "int 7 [0.0]", "str 'x'"});
}

TEST_CASE("rows past a sheet's limit go to the next sheet, with the header again") {
  const TempDir folder;
  BookOptions options = plain_columns(1);
  options.title = "History";
  options.rows_per_sheet = 3;
  const sheet::Summary summary =
      write_book(folder, options, {{text("1")}, {text("2")}, {text("3")}, {text("4")}, {text("5")}});
  CHECK(summary.rows == 5);
  CHECK(summary.sheet_names == Strings{"History_", "History_ (2)", "History_ (3)"});
  const XlsxBook read(folder.file("1-t.xlsx"));
  CHECK(read.sheets == Strings{"History_\tA1:A3\tA2", "History_ (2)\tA1:A3\tA2", "History_ (3)\tA1:A2\tA2"});
  CHECK(read.cells.at("History_ (2)!A1") == "str 'h'");
  CHECK(read.cells.at("History_ (3)!A2") == "str '5'");
}

TEST_CASE("a full sheet can be made an error instead") {
  const TempDir folder;
  BookOptions options = plain_columns(1);
  options.rows_per_sheet = 3;
  options.fail_on_row_limit = true;
  CHECK(write_book(folder, options, {{text("1")}, {text("2")}}).rows == 2);
  sheet::PartFile part(folder.path(), "2-t.xlsx");
  const auto writer = sheet::open_xlsx(part, options);
  const std::vector<Cell> row{text("x")};
  writer->row(row);
  writer->row(row);
  try {
    writer->row(row);
    FAIL("the row was taken");
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kInput);
  }
}

TEST_CASE("a sheet has 16,384 columns and no more") {
  const TempDir folder;
  const std::vector<Cell> row(16'384, Cell{Kind::kInteger, "1"});
  write_book(folder, plain_columns(16'384), {row});
  const std::string xml = support::read_member(folder.file("1-t.xlsx"), "xl/worksheets/sheet1.xml");
  CHECK(xml.find("<dimension ref=\"A1:XFD2\"/>") != std::string::npos);
  CHECK(xml.find("<c r=\"XFD2\" s=") != std::string::npos);
  sheet::PartFile part(folder.path(), "2-t.xlsx");
  CHECK_THROWS_AS(sheet::open_xlsx(part, plain_columns(16'385)), base::Error);
  CHECK_THROWS_AS(sheet::open_xlsx(part, plain_columns(0)), base::Error);
}

TEST_CASE("an abandoned workbook leaves nothing behind") {
  const TempDir folder;
  {
    sheet::PartFile part(folder.path(), "1-t.xlsx");
    const auto writer = sheet::open_xlsx(part, plain_columns(1));
    for (int row = 0; row < 10'000; ++row) writer->row(std::vector<Cell>{text("some text to be thrown away")});
    CHECK(support::names_in(folder.path()) == std::vector<std::string>{"1-t.xlsx.part"});
  }
  CHECK(support::names_in(folder.path()).empty());
}

TEST_CASE("X37: a killed process leaves its part and no temporary file") {
  const TempDir folder;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    sheet::PartFile part(folder.path(), "1-t.xlsx");
    const auto writer = sheet::open_xlsx(part, plain_columns(1));
    for (int row = 0; row < 10'000; ++row) writer->row(std::vector<Cell>{text("some text to be thrown away")});
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(support::names_in(folder.path()) == std::vector<std::string>{"1-t.xlsx.part"});
}

TEST_CASE("the same rows make the same bytes when the time of creation is given") {
  const auto bytes = [] {
    const TempDir folder;
    BookOptions options = plain_columns(1);
    options.created_at = kNoon;
    write_book(folder, options, {{text("x")}});
    return support::read_file(folder.file("1-t.xlsx"));
  };
  CHECK(bytes() == bytes());
}
