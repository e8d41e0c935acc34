// Crontabs as cron reads them.
#include <catch2/catch.hpp>

#include "cron/crontab.hpp"

namespace {

std::vector<std::string> codes(const cron::Crontab& crontab) {
  std::vector<std::string> found;
  for (const cron::Finding& finding : crontab.findings) found.emplace_back(finding.rule.code);
  return found;
}

cron::Crontab user(const std::string& text) { return cron::read_crontab(text, cron::CrontabFormat::kUser); }

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("C18: a bare percent sign ends the command and begins its input") {
  const auto cut = user("0 1 * * * date +%F > /tmp/d.txt\n");
  REQUIRE(cut.entries.size() == 1);
  CHECK(cut.entries[0].command == "date +");
  CHECK(cut.entries[0].input == "F > /tmp/d.txt");
  CHECK(codes(cut) == Codes{"percent-sign"});
  CHECK(cut.findings[0].column == 17);

  const auto escaped = user("0 1 * * * date +\\%F > /tmp/d.txt\n");
  CHECK(escaped.entries[0].command == "date +%F > /tmp/d.txt");
  CHECK(escaped.entries[0].input.empty());
  CHECK(codes(escaped).empty());

  CHECK(user("0 1 * * * cat%hello%world\n").entries[0].input == "hello\nworld");
}

TEST_CASE("comments, blank lines and settings are no entries; CRON_TZ holds for the lines behind it") {
  const auto crontab = user(
      "# m h dom mon dow\n\nMAILTO=\"\"\n0 1 * * * a\nCRON_TZ = Asia/Tokyo\n  0 2 * * *\tb c\nCRON_TZ=Mars/Base\n");
  REQUIRE(crontab.entries.size() == 2);
  CHECK(crontab.entries[0].zone.empty());
  CHECK(crontab.entries[1].zone == "Asia/Tokyo");
  CHECK(crontab.entries[1].command == "b c");
  CHECK(crontab.entries[1].line == 6);
  CHECK(crontab.entries[1].column == 3);
  CHECK(codes(crontab) == Codes{"unknown-zone"});
}

TEST_CASE("the system format has a user, and shows itself") {
  const std::string text = "17 * * * * root cd / && run-parts /etc/cron.hourly\n@daily root true\n";
  CHECK(cron::shown_format(text) == cron::CrontabFormat::kSystem);
  CHECK_FALSE(cron::shown_format("17 * * * * root-check\n"));
  const auto crontab = cron::read_crontab(text, cron::CrontabFormat::kSystem);
  REQUIRE(crontab.entries.size() == 2);
  CHECK(crontab.entries[0].user == "root");
  CHECK(crontab.entries[1].expression == "@daily");
  CHECK(crontab.entries[1].command == "true");
  CHECK(codes(cron::read_crontab("0 5 * * * true\n", cron::CrontabFormat::kSystem)) == Codes{"missing-command"});
}

TEST_CASE("what cron would do silently is said") {
  CHECK(codes(user("0 0 12 * * ? x\n")) == Codes{"six-fields"});
  CHECK(codes(user("0 0 12 * * MON-FRI x\n")) == Codes{"six-fields"});
  CHECK(codes(user("0 0 12 * * SUN x\n")) == Codes{"six-fields"});
  CHECK(codes(user("0 0 12 * * sun x\n")).empty());
  CHECK(codes(user("0 0 12 * * MONITOR x\n")).empty());
  CHECK(codes(user("0 5 * * *\n")) == Codes{"missing-command"});
  CHECK(codes(user("0 5 * * * x")) == Codes{"no-newline"});
  CHECK(codes(user("0 5 * * * x\r\n")) == Codes{"carriage-return"});
  CHECK(codes(user(std::string(200'000, '1') + " * * * * x\n")) == Codes{"line-too-long"});
}

TEST_CASE("the name of a setting may be any word, and a quoted one may hold blanks") {
  const auto crontab = user("FOO-BAR=1\n\"A B\" = 2\n9=x\n0 5 * * * A=b true\n");
  REQUIRE(crontab.entries.size() == 1);
  CHECK(crontab.entries[0].command == "A=b true");
  CHECK(codes(crontab).empty());
}

TEST_CASE("a byte order mark is named, and the line behind it is read") {
  const auto crontab = user(
      "\xEF\xBB\xBF"
      "0 5 * * * true\n");
  CHECK(codes(crontab) == Codes{"byte-order-mark"});
  REQUIRE(crontab.entries.size() == 1);
  CHECK(crontab.entries[0].expression == "0 5 * * *");
}

TEST_CASE("an entry knows whether a zone was named for its times or for its command only") {
  const auto crontab = user("0 1 * * * a\nTZ=Asia/Tokyo\n0 2 * * * b\nCRON_TZ=Asia/Tokyo\n0 3 * * * c\n");
  REQUIRE(crontab.entries.size() == 3);
  CHECK_FALSE(crontab.entries[0].has_command_zone);
  CHECK(crontab.entries[1].has_command_zone);
  CHECK(crontab.entries[1].zone.empty());
  CHECK_FALSE(crontab.entries[1].has_zone);
  CHECK(crontab.entries[2].has_zone);
}
