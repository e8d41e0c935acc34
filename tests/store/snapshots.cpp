// A report is read within one snapshot, and a cut stream never looks complete.
#include <catch2/catch.hpp>

#include "reading.hpp"
#include "support/eventually.hpp"
#include "task/error_class.hpp"

using namespace support;
using namespace std::chrono_literals;
using Rows = std::vector<std::string>;

TEMPLATE_TEST_CASE("X32: rows that come and go while a report is read neither appear nor are missed", "", Sqlite,
                   Mariadb) {
  TestType database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY); INSERT INTO t VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)");
  const auto reader = store::open_reader(database.url(), {});
  bool changed = false;
  const ReadRows read = read_report(*reader, paged_report("t", {"id"}, {"id"}, 4), {}, [&](std::int64_t) {
    if (!changed) database.execute("DELETE FROM t WHERE id IN (2, 3, 9); INSERT INTO t VALUES (0), (11)");
    changed = true;
  });
  CHECK(read.rows == Rows{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"});
  CHECK(read.shape.total == 10);
  CHECK(read.pages == std::vector<std::int64_t>{4, 8, 10});
  CHECK(database.value("SELECT COUNT(*) FROM t") == "9");
}

TEMPLATE_TEST_CASE("the snapshot begins before the rows are counted", "", Sqlite, Mariadb) {
  TestType database;
  database.execute("CREATE TABLE t (id INT NOT NULL PRIMARY KEY); INSERT INTO t VALUES (1),(2)");
  const auto reader = store::open_reader(database.url(), {});
  const task::Report report = paged_report("t", {"id"}, {"id"}, 4);
  exporting::ReportPages pages(report, {}, *reader);
  database.execute("INSERT INTO t VALUES (3)");
  CHECK(pages.open().total == 2);
}

TEMPLATE_TEST_CASE("a reader cannot write", "", Sqlite, Mariadb) {
  TestType database;
  database.execute("CREATE TABLE t (id INT NOT NULL PRIMARY KEY); INSERT INTO t VALUES (1)");
  const auto reader = store::open_reader(database.url(), {});
  reader->begin_snapshot();
  CHECK_THROWS_AS(([&] {
                    const auto rows = reader->run("DELETE FROM t");
                    while (rows->next()) {
                    }
                  }()),
                  base::Error);
  CHECK(database.value("SELECT COUNT(*) FROM t") == "1");
}

TEST_CASE("a connection killed in the middle of a page is a transient error, not an end") {
  EmptyMariadb database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, pad CHAR(200) NOT NULL, f FLOAT); "
      "INSERT INTO t SELECT seq, REPEAT('x', 200), seq FROM seq_1_to_100000");
  const std::string query = GENERATE("", "SELECT id, pad FROM t", "SELECT id, pad, f FROM t");
  CAPTURE(query);
  const auto reader = store::open_reader(database.url(), {});
  const task::Report report = query.empty() ? paged_report("t", {"id"}, {"id", "pad"}, 100'000) : whole_query(query);
  exporting::ReportPages pages(report, {}, *reader);
  REQUIRE(pages.open().total == 100'000);
  std::int64_t seen = 0, done = -1;
  const base::Error error = error_of([&] {
    pages.each(
        [&](std::span<const task::Cell>) {
          if (++seen == 1000) {
            database.execute("KILL " + std::to_string(reader->connection_id()));
          }
        },
        [&](std::int64_t rows) { done = rows; });
  });
  CAPTURE(error.what());
  CHECK(store::is_connection_lost(error));
  CHECK(error.kind() == base::Kind::kUnreachable);
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
  CHECK(seen < 100'000);
  CHECK(done == -1);
}

TEST_CASE("a statement killed while its rows are read is 1317, transient, and its connection goes on") {
  EmptyMariadb database;
  database.execute(
      "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, pad CHAR(200) NOT NULL); "
      "INSERT INTO t SELECT seq, REPEAT('x', 200) FROM seq_1_to_100000");
  const auto reader = store::open_reader(database.url(), {});
  std::int64_t seen = 0;
  const base::Error error = error_of([&] {
    const auto rows = reader->run("SELECT id, pad FROM t ORDER BY id");
    while (rows->next())
      if (++seen == 1000) database.execute("KILL QUERY " + std::to_string(reader->connection_id()));
  });
  CHECK(error.origin() == task::origin_of_mysql(1317));
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
  CHECK_FALSE(store::is_connection_lost(error));
  CHECK(seen < 100'000);
  CHECK(reader->run("SELECT 1")->next());
}

TEST_CASE("a report's statement over its limit is ended by the server: 1969, transient") {
  EmptyMariadb database;
  const auto reader = store::open_reader(database.url(), {.statement_timeout = 200ms});
  const base::Error error = error_of([&] {
    const auto rows = reader->run("SELECT COUNT(*) FROM seq_1_to_100000 a, seq_1_to_100000 b");
    while (rows->next()) {
    }
  });
  CHECK(error.origin() == task::origin_of_mysql(1969));
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
  CHECK(error.kind() == base::Kind::kNotNow);
}

TEST_CASE("a whole query may take longer than the statement limit and the socket's") {
  EmptyMariadb database;
  const auto reader = store::open_reader(database.url(), {.statement_timeout = 1s, .socket_timeout = 60s});
  const auto rows = reader->run("SELECT SLEEP(12) AS s", true);  // the socket's own is 10 s longer
  REQUIRE(rows->next());
  CHECK(rows->cells()[0].bytes == "0");
  CHECK_FALSE(rows->next());
}

TEST_CASE("a report's statement over its limit is ended in SQLite too") {
  Sqlite database;
  const auto reader = store::open_reader(database.url(), {.statement_timeout = 200ms});
  const base::Error error = error_of([&] {
    const auto rows =
        reader->run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n");
    while (rows->next()) {
    }
  });
  CHECK(error.origin() == task::origin_of_sqlite(9));
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
}

TEST_CASE("a reader of a server or file that is away says so") {
  config::DatabaseUrl url = config::parse_database_url("mysql://root@/x?socket=/nonexistent/s");
  CHECK(error_of([&] { store::open_reader(url, {}); }).kind() == base::Kind::kUnreachable);
  const TempDir folder;
  url = config::parse_database_url("sqlite:" + folder.file("none.db"));
  CHECK_THROWS_AS(store::open_reader(url, {}), base::Error);
}
