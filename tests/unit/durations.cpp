#include <catch2/catch.hpp>

#include "base/time.hpp"

using base::format_duration;
using base::milliseconds;
using base::parse_duration;
using namespace std::chrono_literals;

TEST_CASE("a duration is read by its units") {
  CHECK(parse_duration("500ms") == 500ms);
  CHECK(parse_duration("30s") == 30s);
  CHECK(parse_duration("5m") == 5min);
  CHECK(parse_duration("2h") == 2h);
  CHECK(parse_duration("7d") == 24h * 7);
  CHECK(parse_duration("1h30m") == 90min);
  CHECK(parse_duration("0s") == 0ms);
}

TEST_CASE("a text that is not a duration is refused") {
  for (const char* text : {"", "30", "s", "-5s", "+5s", "5 s", "1.5h", "5sec", "5S", "1h 30m", "9223372036854775807d",
                           "99999999999999999999s", "s5"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_duration(text).has_value());
  }
}

TEST_CASE("a duration is printed in the shortest spelling that reads back") {
  CHECK(format_duration(0ms) == "0s");
  CHECK(format_duration(500ms) == "500ms");
  CHECK(format_duration(90s) == "1m30s");
  CHECK(format_duration(24h * 7) == "7d");
  for (const milliseconds duration : {milliseconds{1}, milliseconds{61'001}, milliseconds{86'400'000 + 1}})
    CHECK(parse_duration(format_duration(duration)) == duration);
}
