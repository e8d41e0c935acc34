#include "config/reports_toml.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using base::Error;
using base::Kind;
using Catch::Matchers::Contains;
using config::parse_reports;

namespace {

std::string refusal_of(const std::string& text, Kind kind = Kind::kConfig) {
  try {
    parse_reports(text, "reports.toml");
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a definition is read whole") {
  const auto reports = parse_reports(R"(
[tasks]
title = "全部任务"
from = "t_task t"
where = "t.created_at >= :since AND t.n < :most"
params.since = { type = "datetime", default = "1970-01-01 00:00:00" }
params.most = { type = "integer", default = 9 }
key = ["t.id"]
resume = true
page_rows = 100
columns = [ { expr = "t.id", header = "任务ID", width = 12 }, { expr = "t.progress", format = "0.00" } ]
)",
                                     "reports.toml");
  const task::Report& report = config::report_named(reports, "tasks");
  CHECK(report.title == "全部任务");
  CHECK(report.is_paged());
  CHECK(report.resume);
  CHECK(report.page_rows == 100);
  REQUIRE(report.columns.size() == 2);
  CHECK(report.columns[0].header == "任务ID");
  CHECK(report.columns[0].width == 12.0);
  CHECK(report.columns[1].header == "t.progress");
  CHECK(report.params.at("most").default_text == "9");
}

TEST_CASE("what cannot be read is refused with file, line and column") {
  CHECK_THAT(refusal_of("[tasks\n"), Contains("reports.toml:1:"));
  CHECK_THAT(refusal_of("[tasks]\nfrom = \"t\"\nkeys = [\"id\"]\n"), Contains("reports.toml:3:8: unknown key 'keys'"));
  CHECK_THAT(refusal_of("[tasks]\nfrom = 3\n"), Contains("reports.toml:2:8: 'from' must be a string"));
  CHECK_THAT(refusal_of("[tasks]\nkey = \"id\"\n"), Contains("'key' must be a list"));
  CHECK_THAT(refusal_of("tasks = 1\n"), Contains("'tasks' is not a report"));
  CHECK_THAT(refusal_of("[\"a b\"]\nfrom = \"t\"\n"), Contains("not a report name"));
  CHECK_THAT(refusal_of("[t]\nparams.a = { type = \"int\" }\n"), Contains("unknown type 'int'"));
  CHECK_THAT(refusal_of("[t]\ncolumns = [ { header = \"x\" } ]\n"), Contains("needs expr"));
  CHECK_THAT(refusal_of("[t]\ncolumns = [ { expr = \"x\", width = 0 } ]\n"), Contains("'width'"));
  CHECK_THAT(refusal_of("[t]\npage_rows = 0\n"), Contains("'page_rows'"));
}

TEST_CASE("an unsound definition is wrong input") {
  CHECK_THAT(refusal_of("[t]\nfrom = \"t\"\ncolumns = [ { expr = \"x\" } ]\n", Kind::kInput),
             Contains("no unique key"));
}

TEST_CASE("an unknown report's refusal lists the known ones") {
  const auto reports = parse_reports("[a]\nquery = \"SELECT 1\"\n[b]\nquery = \"SELECT 2\"\n", "r");
  try {
    config::report_named(reports, "c");
    FAIL("found");
  } catch (const Error& error) {
    CHECK(error.kind() == Kind::kInput);
    CHECK(error.hint() == "Known reports: a, b.");
  }
}

TEST_CASE("a missing file is configuration, and its path is named") {
  CHECK_THROWS_WITH(config::read_reports("/nonexistent/reports.toml"),
                    Contains("/nonexistent/reports.toml") && Contains("No such file"));
}
