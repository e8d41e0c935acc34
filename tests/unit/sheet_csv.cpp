// CSV: RFC 4180 with the bytes as stored, and the variant for Excel.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "sheet/writer.hpp"
#include "support/temp_dir.hpp"

namespace {

using namespace std::string_view_literals;
using sheet::CsvOptions;
using task::Cell;
using Kind = task::ValueKind;
using Rows = std::vector<std::vector<Cell>>;

constexpr Cell kNull{};

Cell text(std::string_view bytes) { return {Kind::kText, bytes}; }

struct Csv {
  std::string bytes;
  sheet::Summary summary;
};

Csv csv_of(const std::vector<std::string>& headers, const Rows& rows, CsvOptions csv = {}) {
  const support::TempDir folder;
  sheet::PartFile part(folder.path(), "1-t.csv");
  sheet::BookOptions options;
  for (const std::string& header : headers) options.columns.push_back({header, {}, "", Kind::kText, 0});
  const auto writer = sheet::open_csv(part, options, std::move(csv));
  for (const auto& row : rows) writer->row(row);
  sheet::Summary summary = writer->finish();
  part.publish();
  return {support::read_file(folder.file("1-t.csv")), summary};
}

// The records without the header "h".
std::string records(const Rows& rows, CsvOptions csv = {}) {
  return csv_of({"h"}, rows, std::move(csv)).bytes.substr(3);
}

}  // namespace

TEST_CASE("the header comes first and lines end with CRLF") {
  const Csv csv = csv_of({"任务ID", "na,me", "x"}, {{{Kind::kInteger, "1"}, text("a"), text("b")}});
  CHECK(csv.bytes == "任务ID,\"na,me\",x\r\n1,a,b\r\n");
  CHECK(csv.summary.rows == 1);
  CHECK(csv.summary.columns == 3);
  CHECK(csv.summary.sheet_names.empty());
  CHECK(csv_of({"a"}, {}).bytes == "a\r\n");
}

TEST_CASE("quotes are used where they are needed and doubled once") {
  CHECK(records({{text("a,b")}, {text("a\"b")}, {text("a\nb")}, {text("a\rb")}, {text(" a ")}, {text("'a'")}}) ==
        "\"a,b\"\r\n\"a\"\"b\"\r\n\"a\nb\"\r\n\"a\rb\"\r\n a \r\n'a'\r\n");
  CHECK(records({{text("\"")}, {text("\"\"x\"")}}) == "\"\"\"\"\r\n\"\"\"\"\"x\"\"\"\r\n");
}

TEST_CASE("X13: JSON is one field, quoted once") {
  CHECK(records({{{Kind::kJson, R"({"b": 1, "a": "x,\"y\""})"}},
                 {{Kind::kJson, "null"}},
                 {{Kind::kJson, R"({"n": 12345678901234567890})"}}}) ==
        "\"{\"\"b\"\": 1, \"\"a\"\": \"\"x,\\\"\"y\\\"\"\"\"}\"\r\nnull\r\n\"{\"\"n\"\": 12345678901234567890}\"\r\n");
}

TEST_CASE("X18: NULL, the empty string and texts that look like NULL stay apart") {
  const Rows rows{
      {kNull, {Kind::kInteger, "1"}}, {text(""), kNull}, {text("NULL"), kNull}, {text("\\N"), {Kind::kInteger, "4"}}};
  CHECK(csv_of({"s", "q"}, rows).bytes == "s,q\r\n,1\r\n\"\",\r\nNULL,\r\n\\N,4\r\n");
  CHECK(csv_of({"s", "q"}, rows, {',', "\\N", false}).bytes == "s,q\r\n\\N,1\r\n\"\",\\N\r\nNULL,\\N\r\n\"\\N\",4\r\n");
  CHECK(csv_of({"s", "q"}, rows, {',', "NULL", false}).bytes ==
        "s,q\r\nNULL,1\r\n\"\",NULL\r\n\"NULL\",NULL\r\n\\N,4\r\n");
}

TEST_CASE("X18: a sole NULL is not an empty line") {
  CHECK(records({{kNull}, {text("")}, {text("NULL")}, {text("\\N")}}) == "\\N\r\n\"\"\r\nNULL\r\n\"\\N\"\r\n");
}

TEST_CASE("X04 X05 X06: CSV has the bytes as they are stored") {
  CHECK(records({{text("ab\0cd"sv)}, {text("a\xC3(b")}, {text("\xED\xA0\x80")}, {text("_x0041_")}, {text("𠮷😀\t")}}) ==
        "ab\0cd\r\na\xC3(b\r\n\xED\xA0\x80\r\n_x0041_\r\n𠮷😀\t\r\n"sv);
}

TEST_CASE("X03: CSV has the full text, however long") {
  const std::string body(1'000'000, 'a');
  const Csv csv = csv_of({"h"}, {{text(body)}});
  CHECK(csv.bytes == "h\r\n" + body + "\r\n");
  CHECK(csv.summary.rules.empty());
}

TEST_CASE("X08 X09 X12 X15: numbers and dates are as the server prints them") {
  const Csv csv = csv_of({"a", "b", "c", "d", "e"}, {{{Kind::kDecimal, "12345678901234567890.1234567890"},
                                                      {Kind::kDate, "0000-00-00"},
                                                      {Kind::kTime, "-00:00:00.000001"},
                                                      {Kind::kYear, "0000"},
                                                      {Kind::kDouble, "0.30000000000000004"}},
                                                     {{Kind::kDecimal, "0.1000000000"},
                                                      {Kind::kDateTime, "2024-12-31 23:59:59.999999"},
                                                      {Kind::kTime, "838:59:59"},
                                                      text("a,c"),
                                                      {Kind::kInteger, "-1"}}});
  CHECK(csv.bytes.substr(11) ==
        "12345678901234567890.1234567890,0000-00-00,-00:00:00.000001,0000,0.30000000000000004\r\n"
        "0.1000000000,2024-12-31 23:59:59.999999,838:59:59,\"a,c\",-1\r\n");
}

TEST_CASE("X11 X14: BIT is a decimal, binary is hexadecimal, and empty is not NULL") {
  CHECK(records({{{Kind::kBit, "\x02\x01"sv}},
                 {{Kind::kBit, "\0"sv}},
                 {{Kind::kBinary, "\x00\xFF\x0A\x22\x2C\x80"sv}},
                 {{Kind::kBinary, ""}},
                 {kNull}}) == "513\r\n0\r\n00FF0A222C80\r\n\"\"\r\n\\N\r\n");
}

TEST_CASE("csv-excel has a byte order mark and guards formulas but no numbers") {
  const Csv csv = csv_of({"=h", "n"},
                         {{text("=1+1"), {Kind::kInteger, "-5"}},
                          {text("+x"), {Kind::kDecimal, "-0.5"}},
                          {text("-x"), kNull},
                          {text("@x"), kNull},
                          {text("\tx"), kNull},
                          {text("\rx"), kNull},
                          {text("a=1"), {Kind::kTime, "-00:00:01"}},
                          {text("=\"a\",1"), kNull}},
                         {',', "", true});
  CHECK(csv.bytes ==
        "\xEF\xBB\xBF'=h,n\r\n'=1+1,-5\r\n'+x,-0.5\r\n'-x,\r\n'@x,\r\n'\tx,\r\n\"'\rx\",\r\na=1,-00:00:01\r\n\"'="
        "\"\"a\"\",1\",\r\n");
  REQUIRE(csv.summary.rules.size() == 1);
  const sheet::RuleCount& guarded = csv.summary.rules.front();
  CHECK(guarded.name == "formula_guarded");
  CHECK(guarded.cells == 8);
  CHECK(guarded.first_row == 0);
  CHECK(guarded.first_column == 1);
}

TEST_CASE("another delimiter is quoted where a text holds it") {
  CHECK(csv_of({"a", "b"}, {{text("x;y"), text("x,y")}}, {';', "", false}).bytes == "a;b\r\n\"x;y\";x,y\r\n");
  CHECK(csv_of({"a", "b"}, {{text("x\ty"), {Kind::kInteger, "1"}}}, {'\t', "", false}).bytes ==
        "a\tb\r\n\"x\ty\"\t1\r\n");
  CHECK(csv_of({"a", "b"}, {{{Kind::kInteger, "-1"}, text("x")}}, {'-', "", false}).bytes == "a-b\r\n\"-1\"-x\r\n");
}

TEST_CASE("options that cannot be met are refused") {
  for (const CsvOptions& bad : {CsvOptions{'"', "", false}, CsvOptions{'\n', "", false}, CsvOptions{'\xC3', "", false},
                                CsvOptions{',', "a,b", false}, CsvOptions{',', "\"", false}}) {
    CHECK_THROWS_AS(csv_of({"a"}, {}, bad), base::Error);
  }
  CHECK_THROWS_AS(csv_of({}, {}), base::Error);
}

TEST_CASE("a row must have as many cells as there are columns") {
  CHECK_THROWS_AS(csv_of({"a", "b"}, {{text("x")}}), base::Error);
}
