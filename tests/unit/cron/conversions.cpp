// The same schedule in another dialect, or the first instant at which there is none.
#include <catch2/catch.hpp>

#include "cron/convert.hpp"
#include "instants.hpp"

using cron::Dialect;

namespace {

cron::Conversion converted(const std::string& text, Dialect from, Dialect to, const std::string& zone = "UTC") {
  return cron::convert(cron_test::schedule(text, from), to, cron_test::zone(zone),
                       cron_test::at("2026-01-01T00:00:00Z"));
}

}  // namespace

TEST_CASE("weekdays, stars and question marks change with the dialect") {
  CHECK(converted("0 9 * * 1-5", Dialect::kLinux, Dialect::kQuartz).text == "0 0 9 ? * MON-FRI");
  CHECK(converted("0 0 9 ? * 2-6", Dialect::kQuartz, Dialect::kLinux).text == "0 9 * * MON-FRI");
  CHECK(converted("0 0 0 * * */2", Dialect::kSpring, Dialect::kK8s).text == "0 0 * * SUN,MON,WED,FRI");
  CHECK(converted("0 0 13 * 5", Dialect::kLinux, Dialect::kK8s).text == "0 0 13 * FRI");
  CHECK(converted("0 0 0 L * *", Dialect::kSpring, Dialect::kQuartz).text == "0 0 0 L * ?");
  CHECK(converted("@daily", Dialect::kK8s, Dialect::kSpring).text == "0 0 0 * * *");
}

TEST_CASE("both day fields at once find a star that says so in linux") {
  CHECK(converted("0 0 */2 * 1", Dialect::kLinux, Dialect::kSpring).text == "0 0 0 */2 * MON");
  const auto back = converted("0 0 0 1-31/2 * MON", Dialect::kSpring, Dialect::kLinux);
  REQUIRE_FALSE(back.text.empty());
  CHECK(cron_test::schedule(back.text, Dialect::kLinux).day_rule == cron::DayRule::kBoth);
}

TEST_CASE("what has no equal is refused with the first instant that differs") {
  const auto either = converted("0 0 13 * 5", Dialect::kLinux, Dialect::kSpring);
  CHECK(either.text.empty());
  REQUIRE(either.difference);
  CHECK(either.difference->at == cron_test::at("2026-01-02T00:00:00Z"));
  CHECK(either.difference->first_fires);

  const auto last_day = converted("0 0 0 L * *", Dialect::kSpring, Dialect::kK8s);
  CHECK(last_day.text.empty());
  CHECK(last_day.nearest == "0 0 28-31 * *");
  CHECK(last_day.difference->at == cron_test::at("2026-01-28T00:00:00Z"));
  CHECK_FALSE(last_day.difference->first_fires);
}

TEST_CASE("clock changes of the zone count") {
  CHECK(converted("30 2 * * *", Dialect::kLinux, Dialect::kK8s, "UTC").text == "30 2 * * *");
  const auto berlin = converted("30 2 * * *", Dialect::kLinux, Dialect::kK8s, "Europe/Berlin");
  CHECK(berlin.text.empty());
  REQUIRE(berlin.difference);
  CHECK(berlin.difference->at == cron_test::at("2026-03-29T03:00:00+02:00"));
  // A star in front makes cron take the time by the wall clock, as Kubernetes does.
  const auto wild = converted("0 2 * * *", Dialect::kK8s, Dialect::kLinux, "Europe/Berlin");
  REQUIRE_FALSE(wild.text.empty());
  CHECK(cron_test::schedule(wild.text, Dialect::kLinux).clock_rule == cron::ClockRule::kLiteral);
}
