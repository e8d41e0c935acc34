// Values enter a report's text as typed literals and mean what was given.
#include <catch2/catch.hpp>
#include <cmath>

#include "reading.hpp"
#include "support/task_rows.hpp"

using namespace support;
using Rows = std::vector<std::string>;
using task::ParamType;

namespace {

// `SELECT :v` for one value.
std::string echoed(TaskDatabase& database, ParamType type, const std::string& text) {
  task::Report report = whole_query("SELECT :v AS v");
  report.params["v"] = {type, std::nullopt};
  return read_report(database, report, {{"v", task::typed_value("v", type, text)}}).rows.at(0);
}

}  // namespace

TEMPLATE_TEST_CASE("a parameter of each type arrives as it was given", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  CHECK(echoed(database, ParamType::kInteger, "-9223372036854775808") == "-9223372036854775808");
  CHECK(echoed(database, ParamType::kInteger, "42") == "42");
  CHECK(echoed(database, ParamType::kDecimal, "12.5") == "12.5");
  CHECK(echoed(database, ParamType::kDate, "2026-01-31") == "2026-01-31");
  CHECK(echoed(database, ParamType::kDateTime, "2026-01-31 08:00:00") == "2026-01-31 08:00:00");
  CHECK(echoed(database, ParamType::kBoolean, "true") == "1");
  CHECK(echoed(database, ParamType::kBoolean, "false") == "0");
  for (const std::string& text :
       {kHardText, std::string("it's"), std::string("\\"), std::string("\\'; DROP TABLE t; --"), std::string("𠮷"),
        std::string(), std::string("''"), std::string("X'00'"), std::string(":v")})
    CHECK(echoed(database, ParamType::kText, text) == text);
}

TEMPLATE_TEST_CASE("a NULL parameter is NULL", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  task::Report report = whole_query("SELECT :v IS NULL AS a, :v AS b");
  report.params["v"] = {ParamType::kText, std::nullopt};
  CHECK(read_report(database, report, {{"v", {ParamType::kText, true, {}}}}).rows == Rows{"1,NULL"});
}

TEMPLATE_TEST_CASE("a parameter finds its row in a text column, and nothing in quotes is one", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a VARCHAR(90)); INSERT INTO t VALUES (1, '𠮷'), (2, 'it''s'), (3, "
      "':v')");
  task::Report report = paged_report("t", {"id"}, {"id"}, 2);
  report.where = "a = :v OR a = ':v'";
  report.params["v"] = {ParamType::kText, std::nullopt};
  for (const auto& [value, id] : {std::pair{"𠮷", "1"}, std::pair{"it's", "2"}, std::pair{"none", ""}}) {
    const Rows expected = *id == '\0' ? Rows{"3"} : Rows{id, "3"};
    CHECK(read_report(database, report, {{"v", task::typed_value("v", ParamType::kText, value)}}).rows == expected);
  }
}

TEMPLATE_TEST_CASE("a decimal is compared exactly, a date as a date", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, d DATETIME, n DECIMAL(20,10)); INSERT INTO t VALUES "
      "(1, '2026-01-31 07:59:59', 0.1), (2, '2026-01-31 08:00:00', 0.3), (3, '2026-02-01 00:00:00', 2)");
  task::Report report = paged_report("t", {"id"}, {"id"}, 2);
  report.where = "d >= :since AND n <= :most";
  report.params["since"] = {ParamType::kDateTime, std::nullopt};
  report.params["most"] = {ParamType::kDecimal, std::nullopt};
  const task::ParamValues values{{"since", task::typed_value("since", ParamType::kDateTime, "2026-01-31 08:00:00")},
                                 {"most", task::typed_value("most", ParamType::kDecimal, "0.3")}};
  CHECK(read_report(database, report, values).rows == Rows{"2"});
}

TEST_CASE("a parameter is compared in the column's collation, whatever that is") {
  EmptyMariadb database;
  const auto [collation, count] = GENERATE(table<std::string, std::size_t>({{"utf8mb4_general_ci", 2},
                                                                            {"utf8mb4_bin", 1},
                                                                            {"utf8mb4_unicode_ci", 2},
                                                                            {"latin1_swedish_ci", 2},
                                                                            {"latin1_bin", 1}}));
  CAPTURE(collation);
  const std::string charset = collation.substr(0, collation.find('_'));
  database.execute("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a VARCHAR(9) CHARACTER SET " + charset + " COLLATE " +
                   collation + "); INSERT INTO t VALUES (1, 'é'), (2, 'É'), (3, 'x')");
  task::Report report = paged_report("t", {"id"}, {"id"}, 2);
  report.where = "a = :v";
  report.params["v"] = {ParamType::kText, std::nullopt};
  CHECK(read_report(database, report, {{"v", task::typed_value("v", ParamType::kText, "é")}}).rows.size() == count);
}

TEMPLATE_TEST_CASE("user_id is bound in every report", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  const task::Report report = whole_query("SELECT :user_id AS u");
  CHECK(read_report(database, report, task::bind_params(report, "{}", 42)).rows == Rows{"42"});
}

TEST_CASE("the kinds of MySQL's columns are known before a row is read") {
  EmptyMariadb database;
  using task::ValueKind;
  const auto [type, kind, scale] =
      GENERATE(table<std::string, ValueKind, int>({{"TINYINT", ValueKind::kInteger, 0},
                                                   {"BIGINT UNSIGNED", ValueKind::kInteger, 0},
                                                   {"DECIMAL(20,4)", ValueKind::kDecimal, 4},
                                                   {"FLOAT", ValueKind::kFloat, 0},
                                                   {"DOUBLE", ValueKind::kDouble, 0},
                                                   {"DATE", ValueKind::kDate, 0},
                                                   {"DATETIME", ValueKind::kDateTime, 0},
                                                   {"DATETIME(3)", ValueKind::kDateTime, 3},
                                                   {"TIMESTAMP(6) NULL", ValueKind::kDateTime, 6},
                                                   {"TIME(2)", ValueKind::kTime, 2},
                                                   {"YEAR", ValueKind::kYear, 0},
                                                   {"CHAR(3)", ValueKind::kText, 0},
                                                   {"VARCHAR(3)", ValueKind::kText, 0},
                                                   {"TEXT", ValueKind::kText, 0},
                                                   {"ENUM('a')", ValueKind::kText, 0},
                                                   {"SET('a')", ValueKind::kText, 0},
                                                   {"BINARY(3)", ValueKind::kBinary, 0},
                                                   {"VARBINARY(3)", ValueKind::kBinary, 0},
                                                   {"BLOB", ValueKind::kBinary, 0},
                                                   {"BIT(9)", ValueKind::kBit, 0},
                                                   {"GEOMETRY", ValueKind::kBinary, 0}}));
  CAPTURE(type);
  database.execute("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v " + type + "); INSERT INTO t (id) VALUES (1)");
  const ReadRows read = read_report(database, paged_report("t", {"id"}, {"v"}, 5));
  REQUIRE(read.shape.columns.size() == 1);
  CHECK(read.shape.columns[0].kind == kind);
  if (kind != ValueKind::kFloat && kind != ValueKind::kDouble) CHECK(read.shape.columns[0].scale == scale);
  CHECK(read.rows == Rows{"NULL"});
}

TEST_CASE("a FLOAT is read with all its digits, an impossible date as it stands") {
  EmptyMariadb database;
  database.execute(
      "SET sql_mode = ''; CREATE TABLE t (id INT NOT NULL PRIMARY KEY, f FLOAT, d DATE, n DECIMAL(30,10)); "
      "INSERT INTO t VALUES (1, 16777217.5, '0000-00-00', 12345678901234567890.0123456789)");
  CHECK(read_report(database, paged_report("t", {"id"}, {"f", "d", "n"}, 5)).rows ==
        Rows{"16777218,0000-00-00,12345678901234567890.0123456789"});
}

TEST_CASE("a DOUBLE of many digits beside a streamed FLOAT reads back as the same double") {
  EmptyMariadb database;
  database.execute("CREATE TABLE t (f FLOAT, d DOUBLE(255,30)); INSERT INTO t VALUES (0.1, -POW(2, 700)), (0.1, 0.5)");
  const Rows rows = read_report(database, whole_query("SELECT f, d FROM t ORDER BY d")).rows;
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].rfind("0.10000000149011612,-", 0) == 0);
  CHECK(std::stod(rows[0].substr(rows[0].find(',') + 1)) == -std::pow(2.0, 700));
  CHECK(rows[1] == "0.10000000149011612,0.500000000000000000000000000000");
}
