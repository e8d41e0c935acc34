#include <catch2/catch.hpp>
#include <set>

#include "base/error.hpp"
#include "task/report.hpp"

using namespace task;
using Catch::Matchers::Contains;

namespace {

Report tasks() {
  Report report;
  report.name = "tasks";
  report.from = "t_task t";
  report.where = "t.created_at >= :since";
  report.key = {"t.id"};
  report.columns = {{"t.id", "ID", {}, {}}};
  report.params["since"] = {ParamType::kDateTime, "1970-01-01 00:00:00"};
  return report;
}

std::string refusal_of(const Report& report) {
  try {
    check(report);
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kInput);
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a sound report is accepted") {
  CHECK(refusal_of(tasks()) == "accepted");
  Report query;
  query.name = "q";
  query.query = "SELECT 1 AS a ORDER BY a LIMIT 3";
  CHECK(refusal_of(query) == "accepted");
}

TEST_CASE("a report is refused with its reason before anything runs") {
  Report report = tasks();
  SECTION("no key") {
    report.key.clear();
    CHECK_THAT(refusal_of(report), Contains("no unique key"));
  }
  SECTION("no columns") {
    report.columns.clear();
    CHECK_THAT(refusal_of(report), Contains("columns is missing"));
  }
  SECTION("a second statement in where") {
    report.where = "1 = 1; DELETE FROM t";
    CHECK_THAT(refusal_of(report), Contains("second statement"));
  }
  SECTION("an undeclared parameter") {
    report.where += " AND t.x = :other";
    CHECK_THAT(refusal_of(report), Contains(":other is used but not declared"));
  }
  SECTION("a parameter that nothing uses") {
    report.params["extra"] = {ParamType::kText, {}};
    CHECK_THAT(refusal_of(report), Contains("extra is declared but never used"));
  }
  SECTION("a default of the wrong type") {
    report.params["since"].default_text = "yesterday";
    CHECK_THAT(refusal_of(report), Contains("not of type datetime"));
  }
  SECTION("user_id declared") {
    report.params["user_id"] = {ParamType::kInteger, {}};
    CHECK_THAT(refusal_of(report), Contains("user_id"));
  }
  SECTION("query beside from") {
    report.query = "SELECT 1";
    CHECK_THAT(refusal_of(report), Contains("beside from"));
  }
}

TEST_CASE("a query that writes, or loses its order when paged, is refused") {
  Report report;
  report.name = "q";
  for (const char* sql : {"DELETE FROM t", "UPDATE t SET a = 1", "SET @a = 1", "CALL p()"}) {
    report.query = sql;
    CHECK_THAT(refusal_of(report), Contains("not a SELECT"));
  }
  report.query = "SELECT a FROM t ORDER BY a";
  report.key = {"a"};
  CHECK_THAT(refusal_of(report), Contains("ORDER BY"));
}

TEST_CASE("values are judged by their type") {
  struct Row {
    ParamType type;
    std::vector<const char*> good, bad;
  };
  const std::vector<Row> rows{
      {ParamType::kInteger, {"0", "-5", "9223372036854775807"}, {"", "1.0", "9223372036854775808", "1 OR 1=1", "0x10"}},
      {ParamType::kDecimal, {"12.50", "-0.1", "3"}, {"", ".", "1.", "1e5", "1,5", "12.5'"}},
      {ParamType::kDate, {"2026-01-31", "2028-02-29"}, {"2026-02-29", "2026-1-1", "20260131", "2026-01-31 00:00:00"}},
      {ParamType::kDateTime, {"2026-01-31 08:00:00", "2026-01-31 08:00:00.5"}, {"2026-01-31", "2026-01-31 25:00:00"}},
      {ParamType::kBoolean, {"true", "false", "0", "1"}, {"yes", "TRUE", "2", ""}},
      {ParamType::kText, {"", "𠮷😀'\"\\\t\n", "'; DROP TABLE t; --"}, {}},
  };
  for (const Row& row : rows) {
    for (const char* text : row.good) {
      CAPTURE(text);
      CHECK(typed_value("p", row.type, text).text == text);
    }
    for (const char* text : row.bad) {
      CAPTURE(text);
      CHECK_THROWS_AS(typed_value("p", row.type, text), base::Error);
    }
  }
}

TEST_CASE("the values of a run are those given, else the defaults, and the submitter") {
  const ParamValues defaults = bind_params(tasks(), "{}", 7);
  CHECK(defaults.at("since").text == "1970-01-01 00:00:00");
  CHECK(defaults.at("user_id").text == "7");
  CHECK(bind_params(tasks(), R"({"since":"2026-01-01 00:00:00"})", 7).at("since").text == "2026-01-01 00:00:00");
  CHECK(bind_params(tasks(), R"({"since":null})", 7).at("since").is_null);
}

TEST_CASE("an unknown, a missing and an ill-typed parameter are refused") {
  Report report = tasks();
  CHECK_THROWS_WITH(bind_params(report, R"({"sinse":"x"})", 7), Contains("no parameter 'sinse'"));
  CHECK_THROWS_WITH(bind_params(report, R"({"since":"x"})", 7), Contains("not of type datetime"));
  CHECK_THROWS_WITH(bind_params(report, R"({"user_id":1})", 7), Contains("user_id"));
  report.params["since"].default_text.reset();
  CHECK_THROWS_WITH(bind_params(report, "{}", 7), Contains("needs parameter 'since'"));
}

TEST_CASE("a report's name is fit for a file, an event and a command line") {
  for (const char* name : {"tasks", "a", "A-1_b"}) CHECK(is_report_name(name));
  for (const char* name : {"", "-a", "_a", "a b", "a/b", "任务", "a.b"}) CHECK_FALSE(is_report_name(name));
  CHECK(is_report_name(std::string(64, 'a')));
  CHECK_FALSE(is_report_name(std::string(65, 'a')));
}

TEST_CASE("a definition's canonical text changes with everything it says, and with nothing else") {
  const std::string before = canonical_text(tasks());
  CHECK(canonical_text(tasks()) == before);
  using Change = void (*)(Report&);
  const std::vector<Change> changes{
      [](Report& report) { report.name = "other"; },
      [](Report& report) { report.title = "other"; },
      [](Report& report) { report.from = "t_task s"; },
      [](Report& report) { report.where += " AND 1 = 1"; },
      [](Report& report) { report.query = "SELECT 1"; },
      [](Report& report) { report.key.push_back("t.title"); },
      [](Report& report) { report.columns[0].expr = "t.id + 0"; },
      [](Report& report) { report.columns[0].header = "Id"; },
      [](Report& report) { report.columns[0].width = 12; },
      [](Report& report) { report.columns[0].format = "0"; },
      [](Report& report) { report.params["since"].type = ParamType::kText; },
      [](Report& report) { report.params["since"].default_text.reset(); },
      [](Report& report) { report.resume = true; },
      [](Report& report) { report.page_rows = 100; },
      [](Report& report) { report.file_rules.is_strict = false; },
      [](Report& report) { report.file_rules.on_row_limit = RowLimit::kFail; },
      [](Report& report) { report.file_rules.null_text = ""; },
      [](Report& report) { report.file_rules.delimiter = ','; },
  };
  std::set<std::string> texts{before};
  for (const Change change : changes) {
    Report report = tasks();
    change(report);
    CHECK(texts.insert(canonical_text(report)).second);
  }
}

TEST_CASE("where a definition says nothing, the defaults hold") {
  FileRules own, defaults;
  defaults.is_strict = true;
  defaults.null_text = "NULL";
  own.null_text = "";
  own.delimiter = ';';
  const FileRules rules = merged(own, defaults);
  CHECK(rules.is_strict == true);
  CHECK(rules.null_text == "");
  CHECK(rules.delimiter == ';');
  CHECK_FALSE(rules.on_row_limit);
}
