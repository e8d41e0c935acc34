// Queries of a report's own, and what is refused before anything runs.
#include <catch2/catch.hpp>

#include "reading.hpp"
#include "task/error_class.hpp"

using namespace support;
using Rows = std::vector<std::string>;
using Catch::Matchers::Contains;

namespace {

void make_table(TaskDatabase& database) {
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, name VARCHAR(20)); "
      "INSERT INTO t VALUES (1, 'd'), (2, 'c'), (3, 'b'), (4, 'a')");
}

}  // namespace

TEMPLATE_TEST_CASE("X34: a query runs as it stands, with its semicolon, comment, ORDER BY, LIMIT and literals", "",
                   EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  CHECK(read_report(database, whole_query("SELECT id, name FROM t ORDER BY name;")).rows ==
        Rows{"4,a", "3,b", "2,c", "1,d"});
  CHECK(read_report(database, whole_query("SELECT id FROM t -- all")).rows.size() == 4);
  CHECK(read_report(database, whole_query("SELECT id FROM t /* ; */ LIMIT 3;")).rows.size() == 3);
  const ReadRows literals = read_report(database, whole_query("SELECT ';' AS s, '--' AS c"));
  CHECK(literals.rows == Rows{";,--"});
  CHECK(literals.shape.headers == Rows{"s", "c"});
  CHECK(literals.shape.total == 1);
}

TEMPLATE_TEST_CASE("X34: a second statement is refused before anything runs", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  const base::Error error = error_of([&] { read_report(database, whole_query("SELECT 1; DROP TABLE t")); });
  CHECK(error.kind() == base::Kind::kInput);
  CHECK(database.value("SELECT COUNT(*) FROM t") == "4");
}

TEMPLATE_TEST_CASE("a query with LIMIT and ORDER BY counts what it gives, and its pages are told", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  make_table(database);
  task::Report report = whole_query("SELECT name, id FROM t ORDER BY id DESC LIMIT 3");
  report.page_rows = 2;
  const ReadRows read = read_report(database, report);
  CHECK(read.rows == Rows{"a,4", "b,3", "c,2"});
  CHECK(read.shape.total == 3);
  CHECK(read.pages.back() == 3);
}

TEMPLATE_TEST_CASE("columns pick and rename those of a whole query", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  task::Report report = whole_query("SELECT id, name, 7 AS n FROM t ORDER BY id LIMIT 1");
  report.columns = {{"n", "N", {}, ""}, {"id", "Id", {}, ""}};
  const ReadRows read = read_report(database, report);
  CHECK(read.rows == Rows{"7,1"});
  CHECK(read.shape.headers == Rows{"N", "Id"});
  report.columns = {{"none", "x", {}, ""}};
  CHECK_THAT(error_of([&] { read_report(database, report); }).what(), Contains("'none'"));
}

TEMPLATE_TEST_CASE("a query with a key is paged as a derived table", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  task::Report report = whole_query("SELECT id, name FROM t WHERE id <> 2 -- not two");
  report.key = {"id"};
  report.page_rows = 2;
  const ReadRows read = read_report(database, report);
  CHECK(read.rows == Rows{"1,d", "3,b", "4,a"});
  CHECK(read.shape.headers == Rows{"id", "name"});
  report.query = "SELECT id, name FROM t ORDER BY name";
  CHECK(error_of([&] { read_report(database, report); }).kind() == base::Kind::kInput);
}

TEMPLATE_TEST_CASE("a derived table whose key repeats is found out, never exported short", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  make_table(database);
  task::Report report = whole_query("SELECT id, name FROM t UNION ALL SELECT id, 'again' FROM t");
  report.key = {"id"};
  report.page_rows = GENERATE(1, 3);
  CAPTURE(report.page_rows);
  const base::Error error = error_of([&] { read_report(database, report); });
  CHECK(error.kind() == base::Kind::kInput);
  CHECK(task::class_of(error) == task::ErrorClass::kPermanent);
}

TEMPLATE_TEST_CASE("a derived table whose key is NULL in a row is found out", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  task::Report report =
      whole_query("SELECT id, name FROM t UNION ALL SELECT NULL, 'none' UNION ALL SELECT NULL, 'two'");
  report.key = {"id"};
  report.page_rows = 1;
  CHECK(error_of([&] { read_report(database, report); }).kind() == base::Kind::kInput);
}

TEMPLATE_TEST_CASE("a key without a unique index, or nullable, is refused before anything is read", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT, c INT NOT NULL, d INT NOT NULL, "
      "UNIQUE (b), UNIQUE (c, d))");
  const auto refused = [&](std::vector<std::string> key) {
    try {
      read_report(database, paged_report("t", std::move(key), {"id"}, 2));
    } catch (const base::Error& error) {
      CHECK(error.kind() == base::Kind::kInput);
      CHECK_THAT(error.what(), Contains("unique"));
      return true;
    }
    return false;
  };
  CHECK(refused({"a"}));
  CHECK(refused({"b"}));
  CHECK(refused({"c"}));
  CHECK_FALSE(refused({"c", "d"}));
  CHECK_FALSE(refused({"d", "c"}));
  CHECK_FALSE(refused({"id"}));
  CHECK_FALSE(refused({"a", "id"}));
  CHECK_FALSE(refused({"t.id"}));
}

TEMPLATE_TEST_CASE("a derived table with a key of its own making is read whole", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL); INSERT INTO t VALUES (1, 5), (2, 5), (3, 6)");
  task::Report report = whole_query("SELECT a, COUNT(*) AS n FROM t GROUP BY a");
  report.key = {"a"};
  report.page_rows = 1;
  CHECK(read_report(database, report).rows == Rows{"5,2", "6,1"});
}

TEMPLATE_TEST_CASE("a view pages by the key that its rows have", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  database.execute("CREATE VIEW v AS SELECT id, name FROM t WHERE id > 1");
  CHECK(read_report(database, paged_report("v", {"id"}, {"name"}, 2)).rows == Rows{"c", "b", "a"});
}

TEST_CASE("a SQLite table without a key of its own pages by rowid") {
  EmptySqlite database;
  database.execute("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x'), ('x'), (NULL)");
  CHECK(read_report(database, paged_report("t", {"rowid"}, {"a"}, 1)).rows == Rows{"x", "x", "NULL"});
}

TEMPLATE_TEST_CASE("an unknown column or table is a permanent error", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  make_table(database);
  for (const task::Report& report : {paged_report("t", {"id"}, {"nowhere"}, 2), paged_report("t", {"nokey"}, {"id"}, 2),
                                     paged_report("gone", {"id"}, {"id"}, 2), whole_query("SELECT nowhere FROM t"),
                                     whole_query("SELECT id FROM t GROUP"), whole_query("SELECT f_none(1)")}) {
    const base::Error error = error_of([&] { read_report(database, report); });
    CAPTURE(error.what());
    CHECK(error.kind() == base::Kind::kInput);
    CHECK(task::class_of(error) == task::ErrorClass::kPermanent);
  }
}

TEST_CASE("bad SQL of any kind is permanent on MariaDB") {
  EmptyMariadb database;
  make_table(database);
  for (const char* query :
       {"SELECT id FROM t a, t b", "SELECT * FROM (SELECT a.id, b.id FROM t a JOIN t b ON a.id = b.id) x",
        "SELECT id FROM t WHERE id = (SELECT id FROM t)", "SELECT id FROM t UNION SELECT id, name FROM t",
        "SELECT id FROM (SELECT id FROM t)", "SELECT SUM(COUNT(*)) FROM t", "SELECT id FROM t ORDER BY 9",
        "SELECT ABS(1, 2)", "SELECT id FROM t WHERE name = (1, 2)", "SELECT x.id FROM t", "SELECT id FROM nowhere.t",
        "SELECT 1 FROM t t, t t", "SELECT CONCAT('a' COLLATE utf8mb4_bin, 'b' COLLATE utf8mb4_general_ci) = 'a'",
        "SELECT 'a' COLLATE latin1_bin", "SELECT id FROM t WHERE SUM(id) > 1",
        "SELECT 18446744073709551615 + 18446744073709551615"}) {
    CAPTURE(query);
    const base::Error error = error_of([&] { read_report(database, whole_query(query)); });
    CAPTURE(error.what());
    CHECK(task::class_of(error) == task::ErrorClass::kPermanent);
  }
}
