// Dates and times as Excel counts them.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sheet/excel_time.hpp"

namespace {

std::string serial_of(std::string_view text) {
  const auto time = sheet::read_date_time(text);
  REQUIRE(time);
  std::string out;
  sheet::append_serial(out, *time);
  return out;
}

}  // namespace

TEST_CASE("dates are real from 1900-03-01 to 9999-12-31") {
  CHECK(sheet::read_date("1900-03-01") == 61);
  CHECK(sheet::read_date("2000-02-29") == 36585);
  CHECK(sheet::read_date("2024-12-31") == 45657);
  CHECK(sheet::read_date("2025-03-30") == 45746);
  CHECK(sheet::read_date("9999-12-31") == 2958465);
}

TEST_CASE("X08: zero, partial, impossible and early dates are not dates") {
  for (const std::string_view text :
       {"0000-00-00", "2025-00-15", "2025-02-00", "2025-02-30", "1900-02-28", "1900-02-29", "0001-01-01", "2025-2-1",
        "2025/02/01", "", "2025-02-28x", "10000-01-01"}) {
    CAPTURE(text);
    CHECK_FALSE(sheet::read_date(text));
  }
  for (const std::string_view text :
       {"0000-00-00 00:00:00", "2025-02-28 24:00:00", "2025-02-28 12:60:00", "2025-02-28 12:00", "2025-02-28 12:00:00.",
        "2025-02-28 12:00:00.1234567890", "2025-02-28"}) {
    CAPTURE(text);
    CHECK_FALSE(sheet::read_date_time(text));
  }
}

TEST_CASE("X10: a fraction of a second is cut and never reaches the next day") {
  const auto time = sheet::read_date_time("2024-12-31 23:59:59.999999");
  REQUIRE(time);
  CHECK(time->day == 45657);
  CHECK(time->milliseconds == 86'399'999);
  CHECK(time->digits == 3);
  CHECK(time->is_cut);
  CHECK(std::stod(serial_of("2024-12-31 23:59:59.999999")) < 45658);
  CHECK_FALSE(sheet::read_date_time("2024-12-31 23:59:59.999000")->is_cut);
  CHECK(sheet::read_date_time("2024-12-31 23:59:59")->digits == 0);
  CHECK(sheet::read_date_time("2024-12-31 23:59:59.5")->milliseconds == 86'399'500);
}

TEST_CASE("every second of a day comes back from its serial") {
  for (int second = 0; second < 86'400; second += 7) {
    sheet::ExcelTime time;
    time.day = 45657;
    time.milliseconds = second * 1000;
    std::string serial;
    sheet::append_serial(serial, time);
    const double fraction = std::stod(serial) - 45657;
    REQUIRE(std::lround(fraction * 86'400) == second);
  }
}

TEST_CASE("X09: times beyond a day are fractions, negative ones are not times") {
  const auto most = sheet::read_time("838:59:59");
  REQUIRE(most);
  std::string serial;
  sheet::append_serial(serial, *most);
  CHECK(std::stod(serial) == Approx(34.95832175925926).epsilon(1e-15));
  CHECK(sheet::read_time("24:00:00")->milliseconds == 86'400'000);
  CHECK(sheet::read_time("00:00:00.5")->milliseconds == 500);
  CHECK_FALSE(sheet::read_time("-00:00:01"));
  CHECK_FALSE(sheet::read_time("-838:59:59"));
  CHECK_FALSE(sheet::read_time("10000:00:00"));
  CHECK_FALSE(sheet::read_time("12:00"));
}
