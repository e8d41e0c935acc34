// The INSERT that an application runs in a transaction of its own.
#include <catch2/catch.hpp>

#include "support/task_rows.hpp"

using namespace support;
using store::Queue;
using store::ReportTaskStore;

namespace {

task::Request hard_request() {
  task::Request request = request_of(42);
  request.params = R"({"name":")" + std::string("it's 𠮷 😀 \\\\ \\n \\t :x -- ;") + R"("})";
  request.request_id = kHardText;
  request.priority = -1;
  request.again_of = 9;
  request.not_before = base::parse_instant("2020-01-01T08:00:00+08:00");
  return request;
}

}  // namespace

TEMPLATE_TEST_CASE("the emitted INSERT makes a row that the claim takes, whatever its texts hold", "", Sqlite,
                   Mariadb) {
  TestType database;
  const task::Request request = hard_request();
  database.execute(ReportTaskStore::insert_sql(request, database.url().backend));
  store::Session session = database.open();
  const auto claimed = ReportTaskStore(session).claim(Queue::kPending, base::new_token(), "w", kReports, 5, 5);
  REQUIRE(claimed.size() == 1);
  CHECK(claimed[0].user_id == 42);
  CHECK(claimed[0].params == request.params);
  CHECK(claimed[0].request_id == kHardText);
  CHECK(claimed[0].trace_id == request.trace_id);
  CHECK(claimed[0].priority == -1);
  CHECK(claimed[0].again_of == 9);
  CHECK(claimed[0].not_before == request.not_before);
}

TEMPLATE_TEST_CASE("the emitted INSERT fills what is optional with NULL", "", Sqlite, Mariadb) {
  TestType database;
  database.execute(ReportTaskStore::insert_sql(request_of(), database.url().backend));
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE request_id IS NULL AND not_before IS NULL AND "
                       "again_of IS NULL AND status = 'PENDING' AND priority = 100") == "1");
}

TEMPLATE_TEST_CASE("the emitted INSERT makes the row that submit makes", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  task::Request request = hard_request();
  submit_tasks(session, 1, request);
  request.request_id = "another";
  database.execute(ReportTaskStore::insert_sql(request, database.url().backend));
  database.execute("UPDATE t_report_task SET request_id = NULL, created_at = " + database.now() +
                   ", updated_at = created_at");
  std::vector<SqlRow> rows = all_tasks(database);
  REQUIRE(rows.size() == 2);
  for (SqlRow& row : rows) {
    row.front().reset();         // id
    row.resize(row.size() - 2);  // the two times
  }
  CHECK(rows[0] == rows[1]);
}

TEMPLATE_TEST_CASE("an emitted INSERT with a known request_id is refused by the database, and submit finds its row", "",
                   Sqlite, Mariadb) {
  TestType database;
  task::Request request = request_of();
  request.request_id = "once";
  const std::string sql = ReportTaskStore::insert_sql(request, database.url().backend);
  database.execute(sql);
  CHECK_THROWS(database.execute(sql));
  store::Session session = database.open();
  const store::Submitted submitted = ReportTaskStore(session).submit(request, {});
  CHECK(submitted.duplicate);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task") == "1");
}

TEST_CASE("times of the emitted INSERT are UTC in an application that lives in Shanghai") {
  Mariadb database;
  database.execute("SET time_zone = '+08:00'");
  database.execute(ReportTaskStore::insert_sql(request_of(), config::Backend::kMysql));
  database.execute("SET time_zone = '+00:00'");
  CHECK(
      database.value("SELECT ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP())) < 60 AND created_at = updated_at "
                     "FROM t_report_task") == "1");
}

TEST_CASE("an application's plain INSERT in Shanghai has UTC times by the columns' defaults") {
  Mariadb database;
  database.execute("SET time_zone = '+08:00'");
  database.execute("INSERT INTO t_report_task (user_id, report) VALUES (1, 'tasks')");
  database.execute("SET time_zone = '+00:00'");
  CHECK(database.value("SELECT ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP())) < 60 FROM t_report_task") ==
        "1");
}

TEST_CASE("the emitted INSERT keeps its texts in a session of another character set and mode") {
  Mariadb database;
  database.execute("SET NAMES latin1; SET sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'");
  database.execute(ReportTaskStore::insert_sql(hard_request(), config::Backend::kMysql));
  store::Session session = database.open();
  const auto claimed = ReportTaskStore(session).claim(Queue::kPending, base::new_token(), "w", kReports, 5, 5);
  REQUIRE(claimed.size() == 1);
  CHECK(claimed[0].request_id == kHardText);
  CHECK(claimed[0].params == hard_request().params);
}
