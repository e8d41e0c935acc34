// Pages by key: every row once, in order, whatever the page's size.
#include <catch2/catch.hpp>

#include "reading.hpp"

using namespace support;
using Rows = std::vector<std::string>;
using Catch::Matchers::Contains;

TEMPLATE_TEST_CASE("an integer key gives all rows once in order, in pages of every size", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY, a VARCHAR(9)); "
      "INSERT INTO t VALUES (-9223372036854775807, 'a'), (-1, NULL), (0, 'b'), (5, 'c'), (9223372036854775807, '𠮷')");
  for (const std::uint64_t page : {1, 2, 3, 5, 6}) {
    CAPTURE(page);
    const ReadRows read = read_report(database, paged_report("t", {"id"}, {"id", "a"}, page));
    CHECK(read.rows == Rows{"-9223372036854775807,a", "-1,NULL", "0,b", "5,c", "9223372036854775807,𠮷"});
    CHECK(read.shape.total == 5);
    CHECK(read.pages.back() == 5);
  }
}

TEMPLATE_TEST_CASE("a composite key gives all rows once in order", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  database.execute("CREATE TABLE t (a INT NOT NULL, b VARCHAR(9) NOT NULL, c INT NOT NULL, PRIMARY KEY (a, b, c))");
  Rows expected;
  for (int a = 1; a <= 3; ++a)
    for (const char* b : {"x", "y"})
      for (int c = 0; c < 4; ++c) {
        expected.push_back(std::to_string(a) + "," + b + "," + std::to_string(c));
        database.execute("INSERT INTO t VALUES (" + std::to_string(a) + ", '" + b + "', " + std::to_string(c) + ")");
      }
  for (const std::uint64_t page : {1, 2, 3, 7, 24}) {
    CAPTURE(page);
    CHECK(read_report(database, paged_report("t", {"a", "b", "c"}, {"a", "b", "c"}, page)).rows == expected);
  }
}

TEST_CASE("X29: a text key in utf8mb4_general_ci is compared by the server in its own collation") {
  EmptyMariadb database;
  database.execute(
      "CREATE TABLE t (k VARCHAR(20) COLLATE utf8mb4_general_ci, n INT, PRIMARY KEY (k, n)); "
      "INSERT INTO t VALUES ('a',1),('A',2),('á',3),('B',1),('b',2),('ß',1),('s',2)");
  for (const std::uint64_t page : {1, 2, 3}) {
    CAPTURE(page);
    CHECK(read_report(database, paged_report("t", {"k", "n"}, {"k", "n"}, page)).rows ==
          Rows{"a,1", "A,2", "á,3", "B,1", "b,2", "ß,1", "s,2"});
  }
}

TEST_CASE("X29: a text key in latin1_german2_ci is compared by the server in its own collation") {
  EmptyMariadb database;
  database.execute(
      "CREATE TABLE t (k VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_german2_ci PRIMARY KEY); "
      "INSERT INTO t VALUES ('ad'), ('äf'), ('aeg'), ('af')");
  for (const std::uint64_t page : {1, 2, 3}) {
    CAPTURE(page);
    CHECK(read_report(database, paged_report("t", {"k"}, {"k"}, page)).rows == Rows{"ad", "äf", "aeg", "af"});
  }
}

TEST_CASE("X29: a text key of NOCASE in SQLite is compared without case") {
  EmptySqlite database;
  database.execute(
      "CREATE TABLE t (k TEXT COLLATE NOCASE NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)); "
      "INSERT INTO t VALUES ('a',1),('A',2),('á',3),('B',1),('b',2),('ß',1),('s',2)");
  for (const std::uint64_t page : {1, 2, 3}) {
    CAPTURE(page);
    CHECK(read_report(database, paged_report("t", {"k", "n"}, {"k", "n"}, page)).rows ==
          Rows{"a,1", "A,2", "B,1", "b,2", "s,2", "ß,1", "á,3"});
  }
}

TEMPLATE_TEST_CASE("keys of text with quotes, backslashes and characters beyond the BMP page like any", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  const std::string collation = database.is_mysql() ? " COLLATE utf8mb4_bin" : "";
  database.execute("CREATE TABLE t (k VARCHAR(60)" + collation + " NOT NULL PRIMARY KEY)");
  const std::string backslash = database.is_mysql() ? "\\\\" : "\\";
  database.execute("INSERT INTO t VALUES ('\t tab'), ('\"x\"'), ('%'), ('it''s'), (':name'), ('" + backslash +
                   "'), ('𠮷'), ('😀')");
  const ReadRows all = read_report(database, paged_report("t", {"k"}, {"k"}, 100));
  CHECK(all.rows.size() == 8);
  for (const std::uint64_t page : {1, 2, 3})
    CHECK(read_report(database, paged_report("t", {"k"}, {"k"}, page)).rows == all.rows);
}

TEST_CASE("keys of every orderable MySQL type page exactly") {
  EmptyMariadb database;
  const auto [type, values] = GENERATE(table<std::string, std::string>(
      {{"BIGINT UNSIGNED", "(0),(9223372036854775808),(18446744073709551615)"},
       {"DECIMAL(30,10)", "(-1.5),(0.0000000001),(12345678901234567890.0123456789)"},
       {"DOUBLE", "(-1.5e300),(0.1),(3.141592653589793),(1e22)"},
       {"DATE", "('1000-01-01'),('2026-02-28'),('9999-12-31')"},
       {"DATETIME(6)", "('2026-01-01 00:00:00.000001'),('2026-01-01 00:00:00.000002'),('2026-01-01 00:00:01')"},
       {"TIMESTAMP(3)", "('2026-01-01 00:00:00.001'),('2026-01-01 00:00:00.002'),('2037-01-01 00:00:00')"},
       {"TIME(3)", "('-838:59:59'),('-00:00:00.500'),('00:00:00'),('123:00:00.001')"},
       {"YEAR", "(1901),(2026),(2155)"},
       {"VARBINARY(9)", "(X'00'),(X'27'),(X'5C'),(X'FF'),(X'FFFE')"},
       {"BIT(64)", "(b'0'),(b'1'),(X'FFFFFFFFFFFFFFFF')"},
       {"CHAR(5) COLLATE utf8mb4_unicode_ci", "('b'),('é'),('Z'),('𠮷')"}}));
  CAPTURE(type);
  database.execute("CREATE TABLE t (k " + type + " NOT NULL PRIMARY KEY); INSERT INTO t VALUES " + values);
  const ReadRows all = read_report(database, paged_report("t", {"k"}, {"k"}, 100));
  CHECK(all.rows.size() == static_cast<std::size_t>(std::count(values.begin(), values.end(), '(')));
  for (const std::uint64_t page : {1, 2, 3}) {
    CAPTURE(page);
    CHECK(read_report(database, paged_report("t", {"k"}, {"k"}, page)).rows == all.rows);
  }
}

TEST_CASE("a key of a type that is not ordered as it compares is refused") {
  EmptyMariadb database;
  const std::string type = GENERATE("FLOAT", "ENUM('b','a')", "SET('b','a')");
  database.execute("CREATE TABLE t (k " + type + " NOT NULL PRIMARY KEY)");
  const base::Error error = error_of([&] { read_report(database, paged_report("t", {"k"}, {"k"}, 10)); });
  CHECK(error.kind() == base::Kind::kInput);
  CHECK_THAT(error.what(), Contains("ordered"));
}

TEMPLATE_TEST_CASE("an empty table is a whole report of no rows", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  database.execute("CREATE TABLE t (id INT NOT NULL PRIMARY KEY)");
  const ReadRows read = read_report(database, paged_report("t", {"id"}, {"id"}, 3));
  CHECK(read.rows.empty());
  CHECK(read.shape.total == 0);
  CHECK(read.shape.headers == Rows{"id"});
}

TEMPLATE_TEST_CASE("a condition with OR keeps its meaning beside the page's own", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT); INSERT INTO t VALUES (1,1),(2,2),(3,1),(4,3),(5,2),(6,9)");
  task::Report report = paged_report("t", {"id"}, {"id"}, 2);
  report.where = "a = 1 OR a = 2 -- both";
  CHECK(read_report(database, report).rows == Rows{"1", "2", "3", "5"});
}

TEMPLATE_TEST_CASE("the statements of pages never skip by OFFSET", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  const task::Report report = paged_report("t", {"a", "b"}, {"c"}, 7);
  const store::ReportQuery query(report, {}, database.url().backend);
  const std::vector<std::string> after{"1", "2"};
  const std::string page = query.page(after, 7, {});
  CHECK_THAT(page, !Contains("OFFSET") && Contains("ORDER BY a, b LIMIT 7") && !Contains("(a, b) >"));
  CHECK_THAT(page, Contains("a > 1 OR (a = 1 AND b > 2)"));
}

TEST_CASE("pages over a composite key read an index range: as many rows as there are") {
  EmptyMariadb database;
  database.execute(
      "CREATE TABLE t (a INT NOT NULL, b INT NOT NULL, c CHAR(40) NOT NULL, PRIMARY KEY (a, b)); "
      "INSERT INTO t SELECT seq DIV 500, seq MOD 500, 'x' FROM seq_0_to_9999; ANALYZE TABLE t");
  const auto reader = store::open_reader(database.url(), {});
  const auto rows_read = [&] {
    const auto rows = reader->run("SHOW SESSION STATUS LIKE 'Handler_read_%'");
    std::int64_t sum = 0;
    while (rows->next()) sum += std::stoll(std::string(rows->cells()[1].bytes));
    return sum;
  };
  const std::int64_t before = rows_read();
  const ReadRows read = read_report(*reader, paged_report("t", {"a", "b"}, {"a", "b", "c"}, 100));
  const std::int64_t after = rows_read();
  CHECK(read.rows.size() == 10'000);
  // Once to count, once to read, and a few for each of the 101 pages: 100 scans would be a million.
  CHECK(after - before < 2 * 10'000 + 101 * 10);
}

TEST_CASE("a SQLite page over a composite key searches its index") {
  EmptySqlite database;
  database.execute("CREATE TABLE t (a INT NOT NULL, b INT NOT NULL, c TEXT, PRIMARY KEY (a, b))");
  const task::Report report = paged_report("t", {"a", "b"}, {"a", "b", "c"}, 100);
  const store::ReportQuery query(report, {}, config::Backend::kSqlite);
  const std::vector<std::string> after{"1", "2"};
  std::string plan;
  for (const SqlRow& row : database.query("EXPLAIN QUERY PLAN " + query.page(after, 100, {})))
    plan += row.at(3).value_or("") + "\n";
  CHECK_THAT(plan, Contains("INDEX"));
  CHECK_THAT(plan, !Contains("TEMP B-TREE"));
}
