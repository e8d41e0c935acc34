// What is allowed and yet bites.
#include <catch2/catch.hpp>

#include "cron/lint.hpp"
#include "instants.hpp"

using cron::Dialect;

namespace {

using Codes = std::vector<std::string>;

Codes codes(const std::string& text, Dialect dialect, const std::string& zone = "UTC") {
  Codes found;
  for (const cron::Finding& finding : cron::lint(cron_test::schedule(text, dialect), cron::Zone::find(zone),
                                                 cron_test::at("2026-01-01T00:00:00Z"), 1, 1))
    found.emplace_back(finding.rule.code);
  return found;
}

}  // namespace

TEST_CASE("a step that does not divide its field is uneven") {
  CHECK(codes("*/7 * * * *", Dialect::kLinux) == Codes{"uneven-step"});
  CHECK(codes("0 */5 * * *", Dialect::kK8s) == Codes{"uneven-step"});
  CHECK(codes("*/15 */6 * * *", Dialect::kLinux).empty());
  CHECK(codes("0 */45 * * * ?", Dialect::kQuartz) == Codes{"uneven-step"});
}

TEST_CASE("both day fields, never, and more than once a minute are warned of") {
  CHECK(codes("0 0 13 * 5", Dialect::kLinux) == Codes{"both-days"});
  CHECK(codes("0 0 0 13 * FRI", Dialect::kSpring).empty());
  CHECK(codes("0 0 30 2 *", Dialect::kK8s) == Codes{"never-fires"});
  CHECK(codes("*/20 0 0 * * *", Dialect::kSpring) == Codes{"too-often"});
  CHECK(codes("@every 30s", Dialect::kK8s) == Codes{"too-often"});
}

TEST_CASE("a fixed time inside a clock change of its zone is warned of") {
  CHECK(codes("30 2 * * *", Dialect::kLinux, "America/New_York") == Codes{"skipped-time"});
  CHECK(codes("30 1 * * *", Dialect::kLinux, "America/New_York").empty());
  CHECK(codes("30 1 * * *", Dialect::kK8s, "America/New_York") == Codes{"repeated-time"});
  CHECK(codes("30 2 * * *", Dialect::kK8s, "Europe/Berlin") == Codes{"skipped-time", "repeated-time"});
  CHECK(codes("30 2 * * 1", Dialect::kK8s, "Europe/Berlin").empty());
  CHECK(codes("30 * * * *", Dialect::kK8s, "Europe/Berlin").empty());
}
