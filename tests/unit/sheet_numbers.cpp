// Numbers: from the database's text to the sheet without a double that changes them.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "sheet/cell_text.hpp"
#include "sheet/number_text.hpp"

namespace {

using namespace std::string_view_literals;

int significant(std::string_view text) {
  const auto number = sheet::read_fixed_point(text);
  REQUIRE(number);
  return number->significant();
}

std::string bits(std::string_view bytes) {
  std::string out;
  sheet::append_bits(out, bytes);
  return out;
}

}  // namespace

TEST_CASE("digits count from the first to the last that matters") {
  CHECK(significant("0") == 0);
  CHECK(significant("-7") == 1);
  CHECK(significant("123456789012345") == 15);
  CHECK(significant("1000000000000000") == 16);
  CHECK(significant("0.10") == 1);
  CHECK(significant("-0.0000000001") == 1);
  CHECK(significant("100.50") == 4);
  CHECK(significant("99999999.99") == 10);
  CHECK(significant("12345678901234567890.1234567890") == 29);
  CHECK(significant("0000000042") == 2);
}

TEST_CASE("what is no fixed-point number is not taken for one") {
  for (const std::string_view text :
       {"", "-", "+1", "1.", ".5", "1e5", "1,5", "0x10", " 1", "1 ", "--1", "1.2.3", "inf"}) {
    CAPTURE(text);
    CHECK_FALSE(sheet::read_fixed_point(text));
  }
}

TEST_CASE("leading zeros of ZEROFILL are seen, the zero before a point is not one of them") {
  CHECK(sheet::read_fixed_point("00042")->zeros == 3);
  CHECK(sheet::read_fixed_point("0")->zeros == 0);
  CHECK(sheet::read_fixed_point("000")->zeros == 2);
  CHECK(sheet::read_fixed_point("0.5")->zeros == 0);
}

TEST_CASE("X15: floats that Excel can hold are numbers, others are not") {
  for (const std::string_view text :
       {"0", "-0", "0.30000000000000004", "1e300", "2.2250738585072014e-308", "1234567.75"}) {
    CAPTURE(text);
    CHECK(sheet::is_excel_float(text));
  }
  for (const std::string_view text : {"", "nan", "inf", "-Inf", "1e308", "5e-324", "1e999", "1.5x"}) {
    CAPTURE(text);
    CHECK_FALSE(sheet::is_excel_float(text));
  }
}

TEST_CASE("X11: BIT is an unsigned decimal of big-endian bytes") {
  CHECK(bits("\x01"sv) == "1");
  CHECK(bits("\x00"sv) == "0");
  CHECK(bits("\x02\x01"sv) == "513");
  CHECK(bits("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv) == "18446744073709551615");
  CHECK(bits(""sv) == "0");
}

TEST_CASE("X14: binary is upper-case hexadecimal without a prefix") {
  std::string out = "x";
  sheet::append_hex(out, "\x00\xFF\x0A\x22\x2C\x80"sv);
  CHECK(out == "x00FF0A222C80");
}
