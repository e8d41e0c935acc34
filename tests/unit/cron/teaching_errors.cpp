// Errors that teach, and words for what an expression means.
#include <catch2/catch.hpp>

#include "cron/compare.hpp"
#include "cron/explain.hpp"
#include "instants.hpp"

using cron::Dialect;
using cron::Language;

namespace {

cron::SyntaxError refused(const std::string& text, Dialect dialect) {
  const auto parsed = cron::parse(text, dialect);
  REQUIRE(cron::schedule_in(parsed) == nullptr);
  return std::get<cron::SyntaxError>(parsed);
}

std::string words(const std::string& text, Dialect dialect, Language language = Language::kEnglish) {
  return cron::explain(cron_test::schedule(text, dialect), language);
}

}  // namespace

TEST_CASE("an error points at the place and names the field") {
  const auto hour = refused("0 24 * * *", Dialect::kK8s);
  CHECK(hour.position == 2);
  CHECK(hour.length == 2);
  CHECK(hour.field == cron::Field::kHour);
  CHECK(hour.message == "hour '24' is above 23");
  const auto list = refused("0 0 * * MON,TEU", Dialect::kLinux);
  CHECK(list.position == 12);
  CHECK(list.hint == "Did you mean TUE? The day of the week takes 0 to 7 or SUN to SAT.");
  CHECK(refused("0 0 * * Monday", Dialect::kLinux).hint.starts_with("Did you mean MON?"));
  CHECK(refused("0 0 0 1 Janury *", Dialect::kSpring).hint.starts_with("Did you mean JAN?"));
  CHECK(refused("@dayly", Dialect::kLinux).hint.starts_with("Did you mean @daily?"));
  CHECK(refused("5/15 * * * *", Dialect::kLinux).hint == "Write 5-59/15.");
}

TEST_CASE("advice names the dialect that accepts the text") {
  CHECK(cron::advice_for("0 0 * * 7", Dialect::kK8s) == "linux accepts this text; is it meant for linux?");
  CHECK(cron::advice_for("0 0 2 * * ?", Dialect::kLinux) ==
        "spring and quartz accept this text; is it meant for spring or quartz?");
}

TEST_CASE("plain English and plain Chinese") {
  CHECK(words("30 2 * * *", Dialect::kLinux) == "at 02:30, every day");
  CHECK(words("*/15 * * * *", Dialect::kLinux) == "every 15 minutes");
  CHECK(words("*/45 * * * *", Dialect::kLinux) == "at minutes 0 and 45 of every hour");
  CHECK(words("0 9 * * 1-5", Dialect::kLinux) == "at 09:00, on Monday to Friday");
  CHECK(words("0 0 0 ? * 1", Dialect::kQuartz) == "at 00:00, on Sunday");
  CHECK(words("0 0 13 * 5", Dialect::kK8s) == "at 00:00, on day 13 of the month or on Friday");
  CHECK(words("0 0 8 LW 1,6 ?", Dialect::kQuartz) ==
        "at 08:00, on the last working day of the month, in January and June");
  CHECK(words("0 0 30 2 *", Dialect::kK8s) == "never: no date has what it asks for");
  CHECK(words("30 2 * * *", Dialect::kLinux, Language::kChinese) == "每天 02:30");
  CHECK(words("0 9 * * 1-5", Dialect::kLinux, Language::kChinese) == "周一 至 周五，09:00");
  CHECK(words("0 0 1,15 * *", Dialect::kK8s, Language::kChinese) == "每月 1、15 日，00:00");
}

TEST_CASE("with too many fields the caret stands under the first one too many") {
  struct Row {
    std::string text;
    Dialect dialect;
    std::size_t position;
  };
  const std::vector<Row> rows{{"0 0 12 ? * 1", Dialect::kLinux, 11},     {"0 0 0 * * 1", Dialect::kK8s, 10},
                              {"0 0 0 * * 1 2", Dialect::kK8s, 10},      {"0 0 0 * * 1 2", Dialect::kSpring, 12},
                              {"0 0 0 ? * 1 * x", Dialect::kQuartz, 14}, {"0 0 0", Dialect::kK8s, 5}};
  for (const Row& row : rows) {
    INFO(row.text);
    const auto error = std::get<cron::SyntaxError>(cron::parse(row.text, row.dialect));
    CHECK(error.field == cron::Field::kWhole);
    CHECK(error.position == row.position);
  }
}

TEST_CASE("a seed settles a random time, the same for the same name") {
  const auto one = cron::parse("~ 2~5 * * *", Dialect::kLinux, "nightly-sync");
  const auto same = cron::parse("~ 2~5 * * *", Dialect::kLinux, "nightly-sync");
  const auto other = cron::parse("~ 2~5 * * *", Dialect::kLinux, "load-orders");
  CHECK(*cron::schedule_in(one) == *cron::schedule_in(same));
  CHECK(cron::schedule_in(one)->minutes != cron::schedule_in(other)->minutes);
  // Pinned: a job must not move with a new version of the program.
  CHECK(cron::schedule_in(one)->minutes == std::uint64_t{1} << 14);
  CHECK(cron::schedule_in(one)->hours == std::uint32_t{1} << 3);
}

TEST_CASE("an expression that never fires says so at once, and a long one is read at once") {
  const auto zone = cron_test::zone("America/New_York");
  for (const auto* text : {"0 0 30 2 *", "0 0 31 4,6,9,11 *"}) {
    const auto schedule = cron_test::schedule(text, Dialect::kK8s);
    CHECK(schedule.never);
    CHECK_FALSE(cron::Firings(schedule, zone).next(0));
  }
  // Always inside the gap of its zone.
  const auto gap = cron_test::schedule("0 30 2 8-14 3 SUN", Dialect::kSpring);
  CHECK_FALSE(cron::Firings(gap, zone).next(cron_test::at("2026-01-01T00:00:00Z")));
  std::string list;
  for (int i = 0; i < 1000; ++i) list += "0-59/1,";
  CHECK(cron::schedule_in(cron::parse(list + "5 * * * *", Dialect::kK8s)) != nullptr);
  CHECK(cron::schedule_in(cron::parse(std::string(1'000'000, '1') + " * * * *", Dialect::kLinux)) == nullptr);
}
