#include <catch2/catch.hpp>

#include "base/time.hpp"

using namespace base;

TEST_CASE("an instant is read with any offset and printed in UTC") {
  const auto utc = parse_instant("2026-11-30T22:10:00Z");
  REQUIRE(utc.has_value());
  CHECK(format_instant(*utc) == "2026-11-30T22:10:00Z");
  CHECK(parse_instant("2026-12-01T06:10:00+08:00") == utc);
  CHECK(parse_instant("2026-11-30T16:40:00-05:30") == utc);
  CHECK(parse_instant("2026-11-30 22:10:00z") == utc);
  CHECK(format_instant(*parse_instant("2026-11-30T22:10:00.5Z")) == "2026-11-30T22:10:00.500000Z");
}

TEST_CASE("an instant without an offset, or an impossible one, is refused") {
  for (const char* text :
       {"", "2026-11-30", "2026-11-30T22:10:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-30T24:00:00Z",
        "2026-11-30T23:60:00Z", "2026-11-30T23:59:60Z", "2026-11-30T22:10:00.Z", "2026-11-30T22:10:00+8",
        "2026-11-30T22:10:00Z ", "-026-11-30T22:10:00Z", "2026-11-30X22:10:00Z", "2026-11-30T22:10:00+24:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_instant(text).has_value());
  }
  CHECK(parse_instant("2028-02-29T00:00:00Z").has_value());
}

TEST_CASE("the database's spelling of an instant has six digits and reads back") {
  const Instant instant = *parse_instant("2026-11-30T22:10:00.123456Z");
  CHECK(format_database_time(instant) == "2026-11-30 22:10:00.123456");
  CHECK(parse_database_time(format_database_time(instant)) == instant);
  CHECK(parse_database_time("2026-11-30 22:10:00") == *parse_instant("2026-11-30T22:10:00Z"));
  CHECK_FALSE(parse_database_time("0000-00-00 00:00:00").has_value());
  CHECK_FALSE(parse_database_time("2026-11-30 22:10:00Z").has_value());
  CHECK(format_database_time(*parse_instant("1969-12-31T23:59:59.999999Z")) == "1969-12-31 23:59:59.999999");
}
