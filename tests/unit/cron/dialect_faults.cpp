// Faults that other schedulers have had, by the names under which they are listed.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "instants.hpp"

using cron::Dialect;
using cron_test::at;
using cron_test::next;
using cron_test::Times;

namespace {

const cron::SyntaxError& refusal(const cron::Parsed& parsed) { return std::get<cron::SyntaxError>(parsed); }

bool is_refused(const std::string& text, Dialect dialect) {
  return cron::schedule_in(cron::parse(text, dialect)) == nullptr;
}

struct ScopedTz {
  explicit ScopedTz(const char* name) { set(name); }
  ~ScopedTz() { set("UTC"); }
  static void set(const char* name) {
    setenv("TZ", name, 1);
    tzset();
  }
};

}  // namespace

TEST_CASE("C02: a daily job in the repeated hour fires as its engine does, and always after the start") {
  const std::string zone = "America/New_York";
  const std::string start = "2025-11-01T12:00:00-04:00";
  CHECK(next("30 1 * * *", Dialect::kLinux, zone, start, 2) ==
        Times{"2025-11-02T01:30:00-04:00", "2025-11-03T01:30:00-05:00"});
  CHECK(next("0 30 1 * * ?", Dialect::kQuartz, zone, start, 2) ==
        Times{"2025-11-02T01:30:00-05:00", "2025-11-03T01:30:00-05:00"});
  const Times both{"2025-11-02T01:30:00-04:00", "2025-11-02T01:30:00-05:00", "2025-11-03T01:30:00-05:00"};
  CHECK(next("30 1 * * *", Dialect::kK8s, zone, start, 3) == both);
  CHECK(next("0 30 1 * * *", Dialect::kSpring, zone, start, 3) == both);
  for (const auto* from : {"2025-11-02T01:30:00-04:00", "2025-11-02T01:45:00-04:00"}) {
    CHECK(at(next("30 1 * * *", Dialect::kLinux, zone, from, 1)[0]) > at(from));
    CHECK(at(next("0 30 1 * * ?", Dialect::kQuartz, zone, from, 1)[0]) > at(from));
    CHECK(next("30 1 * * *", Dialect::kK8s, zone, from, 1) == Times{"2025-11-02T01:30:00-05:00"});
    CHECK(next("0 30 1 * * *", Dialect::kSpring, zone, from, 1) == Times{"2025-11-02T01:30:00-05:00"});
  }
}

TEST_CASE("C03: a half-hourly job is not silent when clocks go back, except in quartz") {
  const Times wanted{"2025-10-26T02:00:00+02:00", "2025-10-26T02:30:00+02:00", "2025-10-26T02:00:00+01:00",
                     "2025-10-26T02:30:00+01:00", "2025-10-26T03:00:00+01:00", "2025-10-26T03:30:00+01:00",
                     "2025-10-26T04:00:00+01:00"};
  const std::string start = "2025-10-26T01:30:00+02:00";
  CHECK(next("*/30 * * * *", Dialect::kLinux, "Europe/Berlin", start, 7) == wanted);
  CHECK(next("*/30 * * * *", Dialect::kK8s, "Europe/Berlin", start, 7) == wanted);
  CHECK(next("0 */30 * * * *", Dialect::kSpring, "Europe/Berlin", start, 7) == wanted);
  CHECK(next("0 0/30 * * * ?", Dialect::kQuartz, "Europe/Berlin", start, 1) == Times{"2025-10-26T02:00:00+01:00"});
}

TEST_CASE("C06: a clock change on the way moves no other run") {
  struct Row {
    std::string zone, linux_text, from, wanted;
  };
  const std::vector<Row> rows{
      {"Europe/Amsterdam", "5 0 * * *", "2021-03-28T01:00:00+01:00", "2021-03-29T00:05:00+02:00"},
      {"Europe/Paris", "5 0 * * *", "2019-10-27T01:05:00+02:00", "2019-10-28T00:05:00+01:00"},
      {"Europe/Berlin", "0 12 * * 0", "2022-03-24T12:00:00+01:00", "2022-03-27T12:00:00+02:00"},
      {"Europe/Berlin", "0 0 1 * *", "2024-03-01T00:00:00+01:00", "2024-04-01T00:00:00+02:00"},
      {"Europe/Amsterdam", "0 8 * * 1", "2017-10-23T08:00:00+02:00", "2017-10-30T08:00:00+01:00"},
  };
  for (const auto* host : {"UTC", "Pacific/Kiritimati", "America/St_Johns"}) {
    const ScopedTz tz(host);
    for (const Row& row : rows) {
      CHECK(next(row.linux_text, Dialect::kLinux, row.zone, row.from, 1) == Times{row.wanted});
      CHECK(next(row.linux_text, Dialect::kK8s, row.zone, row.from, 1) == Times{row.wanted});
      CHECK(next("0 " + row.linux_text, Dialect::kSpring, row.zone, row.from, 1) == Times{row.wanted});
    }
    const std::string from = "2013-03-31T01:09:00+01:00";
    CHECK(next("10 2 * * *", Dialect::kLinux, "Europe/Amsterdam", from, 1) == Times{"2013-03-31T03:00:00+02:00"});
    CHECK(next("10 2 * * *", Dialect::kK8s, "Europe/Amsterdam", from, 1) == Times{"2013-04-01T02:10:00+02:00"});
    CHECK(next("0 10 2 * * *", Dialect::kSpring, "Europe/Amsterdam", from, 1) == Times{"2013-04-01T02:10:00+02:00"});
    CHECK(next("0 10 2 * * ?", Dialect::kQuartz, "Europe/Amsterdam", from, 1) == Times{"2013-04-01T02:10:00+02:00"});
  }
}

TEST_CASE("C07: the job's zone decides, not the host's; an unknown zone is no zone") {
  const ScopedTz tz("Europe/Berlin");
  CHECK(next("30 0 * * *", Dialect::kLinux, "UTC", "2025-10-25T12:00:00Z", 2) ==
        Times{"2025-10-26T00:30:00+00:00", "2025-10-27T00:30:00+00:00"});
  CHECK(next("30 5 * * *", Dialect::kLinux, "Asia/Kathmandu", "2025-10-25T12:00:00Z", 1) ==
        Times{"2025-10-26T05:30:00+05:45"});
  CHECK_FALSE(cron::Zone::find("Mars/Base"));
  CHECK_FALSE(cron::Zone::find("Local"));
  CHECK_FALSE(cron::Zone::find("localtime"));
  CHECK_FALSE(cron::Zone::find("/etc/localtime"));
  CHECK_FALSE(cron::Zone::find(""));
}

TEST_CASE("C08: Friday the 13th is either in linux and k8s, both in spring, and refused by quartz") {
  const std::string start = "2026-01-01T00:00:00Z";
  const Times either{"2026-01-02T00:00:00+00:00", "2026-01-09T00:00:00+00:00", "2026-01-13T00:00:00+00:00",
                     "2026-01-16T00:00:00+00:00", "2026-01-23T00:00:00+00:00"};
  CHECK(next("0 0 13 * 5", Dialect::kLinux, "UTC", start) == either);
  CHECK(next("0 0 13 * 5", Dialect::kK8s, "UTC", start) == either);
  CHECK(next("0 0 0 13 * FRI", Dialect::kSpring, "UTC", start, 3) ==
        Times{"2026-02-13T00:00:00+00:00", "2026-03-13T00:00:00+00:00", "2026-11-13T00:00:00+00:00"});
  for (const auto* text : {"0 0 0 13 * FRI", "0 0 8 * * *"}) {
    const auto parsed = cron::parse(text, Dialect::kQuartz);
    REQUIRE(cron::schedule_in(parsed) == nullptr);
    CHECK(refusal(parsed).hint == "Exactly one of the two day fields must be ?.");
  }
}

TEST_CASE("C14: steps restart with their field, and wrong numbers are refused by field") {
  const std::string start = "2026-01-01T00:00:00Z";
  CHECK(next("*/45 * * * *", Dialect::kLinux, "UTC", start, 4) ==
        Times{"2026-01-01T00:45:00+00:00", "2026-01-01T01:00:00+00:00", "2026-01-01T01:45:00+00:00",
              "2026-01-01T02:00:00+00:00"});
  const Times from_five{"2026-01-01T00:05:00+00:00", "2026-01-01T00:20:00+00:00", "2026-01-01T00:35:00+00:00",
                        "2026-01-01T00:50:00+00:00"};
  CHECK(next("5/15 * * * *", Dialect::kK8s, "UTC", start, 4) == from_five);
  CHECK(next("0 5/15 * * * *", Dialect::kSpring, "UTC", start, 4) == from_five);
  CHECK(next("0 5/15 * * * ?", Dialect::kQuartz, "UTC", start, 4) == from_five);
  CHECK(is_refused("5/15 * * * *", Dialect::kLinux));
  CHECK(next("0 0/35 11-13 * * ?", Dialect::kQuartz, "UTC", start, 6) ==
        Times{"2026-01-01T11:00:00+00:00", "2026-01-01T11:35:00+00:00", "2026-01-01T12:00:00+00:00",
              "2026-01-01T12:35:00+00:00", "2026-01-01T13:00:00+00:00", "2026-01-01T13:35:00+00:00"});
  CHECK(next("*/90 * * * *", Dialect::kK8s, "UTC", start, 2) ==
        Times{"2026-01-01T01:00:00+00:00", "2026-01-01T02:00:00+00:00"});
  CHECK(next("0 */90 * * * *", Dialect::kSpring, "UTC", start, 2) ==
        Times{"2026-01-01T01:00:00+00:00", "2026-01-01T02:00:00+00:00"});
  CHECK(is_refused("0 0/60 * * * ?", Dialect::kQuartz));
  CHECK(next("0 0/0 * * * ?", Dialect::kQuartz, "UTC", start, 1) == Times{"2026-01-01T01:00:00+00:00"});

  struct Row {
    std::string text;
    Dialect dialect;
    cron::Field field;
  };
  const std::vector<Row> rows{
      {"*/0 * * * *", Dialect::kLinux, cron::Field::kMinute}, {"60 * * * *", Dialect::kLinux, cron::Field::kMinute},
      {"-1 * * * *", Dialect::kK8s, cron::Field::kMinute},    {"0 24 * * *", Dialect::kK8s, cron::Field::kHour},
      {"0 0 24 * * *", Dialect::kSpring, cron::Field::kHour}, {"0 */0 * * * *", Dialect::kSpring, cron::Field::kMinute},
      {"0 0 * * *", Dialect::kSpring, cron::Field::kWhole},   {"0 0 0 * * * *", Dialect::kSpring, cron::Field::kWhole},
      {"0 0 0 * * 1", Dialect::kK8s, cron::Field::kWhole},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const auto parsed = cron::parse(row.text, row.dialect);
    REQUIRE(cron::schedule_in(parsed) == nullptr);
    CHECK(refusal(parsed).field == row.field);
  }
  CHECK(is_refused("0 0 0 * * *", Dialect::kLinux));
}

TEST_CASE("C20: next is strictly after and previous strictly before, to the sub-second") {
  const std::vector<std::pair<std::string, Dialect>> daily{{"0 9 * * *", Dialect::kLinux},
                                                           {"0 9 * * *", Dialect::kK8s},
                                                           {"0 0 9 * * *", Dialect::kSpring},
                                                           {"0 0 9 * * ?", Dialect::kQuartz}};
  for (const auto& [text, dialect] : daily) {
    CHECK(next(text, dialect, "UTC", "2026-01-05T09:00:00Z", 1) == Times{"2026-01-06T09:00:00+00:00"});
    CHECK(next(text, dialect, "UTC", "2026-01-05T08:59:59.500Z", 1) == Times{"2026-01-05T09:00:00+00:00"});
    CHECK(next(text, dialect, "UTC", "2026-01-05T09:00:00.001Z", 1) == Times{"2026-01-06T09:00:00+00:00"});
    const auto parsed = cron_test::schedule(text, dialect);
    const auto zone = cron::Zone::utc();
    CHECK(cron::Firings(parsed, zone).prev(at("2026-01-05T09:00:00Z")) == at("2026-01-04T09:00:00Z"));
  }
}

TEST_CASE("the length of @every is read as Go reads it") {
  const auto length = [](const std::string& text) {
    return cron_test::schedule("@every " + text, Dialect::kK8s).interval.count();
  };
  CHECK(length("0.55h") == 1980);
  CHECK(length("0.29h") == 1044);
  CHECK(length("1.15m") == 69);
  CHECK(length(".5h") == 1800);
  CHECK(length("1.h") == 3600);
  CHECK(length("1h1m1.999s") == 3661);
  CHECK(length("+1h") == 3600);
  CHECK(length("-1h") == 1);
  CHECK(length("1.000000000000000000000000000001h") == 3600);
  CHECK(length("2562047h47m16.854775807s") == 9'223'372'036);
  for (const auto* text : {"2562047h47m16.854775808s", "9223372036854775808ns", ".h", "1", "1 h", "1H", "h", "--1h"}) {
    INFO(text);
    CHECK(is_refused("@every " + std::string(text), Dialect::kK8s));
  }
}

TEST_CASE("spring's macros are read in any case that Java takes for the same") {
  CHECK_FALSE(is_refused("@WEEKLY", Dialect::kSpring));
  CHECK_FALSE(is_refused(" @dAily ", Dialect::kSpring));
  CHECK_FALSE(is_refused("@wee\u212Aly", Dialect::kSpring));
  CHECK_FALSE(is_refused("@m\u0130dnight", Dialect::kSpring));
  CHECK(is_refused("@Daily", Dialect::kK8s));
  CHECK(is_refused("@Daily", Dialect::kLinux));
}
