// A request becomes a row, once, within the bounds of the queue.
#include <catch2/catch.hpp>

#include "support/task_rows.hpp"

using namespace support;
using store::ReportTaskStore;
using store::Submitted;
using task::State;

TEMPLATE_TEST_CASE("when submit returns an id, another connection sees the PENDING row", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  task::Request request = request_of(42);
  request.params = R"({"since":"2026-01-01 00:00:00"})";
  request.format = task::Format::kCsvExcel;
  request.priority = 5;
  request.again_of = 17;
  const Submitted submitted = ReportTaskStore(session).submit(request, {});
  CHECK(submitted.accepted);
  CHECK_FALSE(submitted.duplicate);
  const SqlRow row = database
                         .query(
                             "SELECT id, user_id, report, params, format, status, progress, trace_id, priority, "
                             "again_of, not_before, request_id, run_token, finished_at, error_msg FROM t_report_task")
                         .at(0);
  CHECK(row == SqlRow{std::to_string(submitted.id), "42", "tasks", request.params, "csv-excel", "PENDING", "0",
                      request.trace_id, "5", "17", std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                      std::nullopt});
}

TEMPLATE_TEST_CASE("a submitted row reads back as it was asked for", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  task::Request request = request_of(-3);
  request.request_id = kHardText;
  request.params = R"({"name":"it's \"𠮷\" \\ 😀"})";
  request.not_before = base::parse_instant("2031-02-03T04:05:06.123456+08:00");
  const Submitted submitted = ReportTaskStore(session).submit(request, {});
  const auto task = ReportTaskStore(session).find(submitted.id);
  REQUIRE(task);
  CHECK(task->user_id == -3);
  CHECK(task->request_id == kHardText);
  CHECK(task->params == request.params);
  CHECK(task->not_before == request.not_before);
  CHECK(task->state == State::PENDING);
  CHECK(task->format == task::Format::kXlsx);
  CHECK(task->run_token.empty());
  CHECK_FALSE(task->finished_at);
  CHECK_FALSE(ReportTaskStore(session).find(submitted.id + 1));
}

TEMPLATE_TEST_CASE("a request_id submitted twice by one user is one row and the first id", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  task::Request request = request_of(1);
  request.request_id = "order-1";
  const Submitted first = tasks.submit(request, {});
  request.params = R"({"other":1})";
  const Submitted second = tasks.submit(request, {});
  CHECK(second.id == first.id);
  CHECK(second.duplicate);
  CHECK(second.accepted);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task") == "1");
  SECTION("also when the queue is full by now") { CHECK(tasks.submit(request, {.queue = 1}).id == first.id); }
  SECTION("also once it has ended") {
    database.execute("UPDATE t_report_task SET status = 'FAILED'");
    CHECK(tasks.submit(request, {}).id == first.id);
  }
  SECTION("but another user's is another row") {
    request.user_id = 2;
    const Submitted other = tasks.submit(request, {});
    CHECK(other.id != first.id);
    CHECK_FALSE(other.duplicate);
  }
  SECTION("and request_ids that differ in case or accent are two") {
    for (const char* id : {"Order-1", "örder-1"}) {
      request.request_id = id;
      CHECK_FALSE(tasks.submit(request, {}).duplicate);
    }
    CHECK(database.value("SELECT COUNT(*) FROM t_report_task") == "3");
  }
}

TEMPLATE_TEST_CASE("requests without a request_id are never taken for one another", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  const task::Request request = request_of();
  submit_tasks(session, 3, request);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'PENDING'") == "3");
}

TEMPLATE_TEST_CASE("the queue takes exactly as many as its bound, in the three open states", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const State state : {State::RUNNING, State::RETRY_WAIT, State::SUCCESS, State::FAILED, State::TIMEOUT})
    insert_in_state(database, state, base::new_token());
  // Two of the five take a place; two more fit into four.
  const store::QueueLimits limits{.queue = 4};
  CHECK(tasks.submit(request_of(), limits).accepted);
  CHECK(tasks.submit(request_of(), limits).accepted);
  CHECK_FALSE(tasks.submit(request_of(), limits).accepted);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'PENDING'") == "2");
  database.execute("UPDATE t_report_task SET status = 'TIMEOUT', next_retry_at = NULL WHERE status = 'RETRY_WAIT'");
  CHECK(tasks.submit(request_of(), limits).accepted);
  CHECK_FALSE(tasks.submit(request_of(), limits).accepted);
}

TEMPLATE_TEST_CASE("a user's own limit counts that user's open tasks alone", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const store::QueueLimits limits{.queue = 216, .user = 2};
  CHECK(tasks.submit(request_of(1), limits).accepted);
  CHECK(tasks.submit(request_of(1), limits).accepted);
  CHECK_FALSE(tasks.submit(request_of(1), limits).accepted);
  CHECK(tasks.submit(request_of(2), limits).accepted);
  CHECK(tasks.submit(request_of(1), {.queue = 216, .user = 0}).accepted);
}

TEMPLATE_TEST_CASE("a refusal is a row too: FAILED 'queue full', ended, without its request_id", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  task::Request request = request_of();
  request.request_id = "r1";
  const Submitted refused = tasks.submit(request, {.queue = 0});
  CHECK_FALSE(refused.accepted);
  CHECK_FALSE(refused.duplicate);
  const auto row = tasks.find(refused.id);
  REQUIRE(row);
  CHECK(row->state == State::FAILED);
  CHECK(row->error_msg == "queue full");
  CHECK_FALSE(row->request_id);
  CHECK(row->finished_at);
  CHECK(row->trace_id == request.trace_id);
  CHECK(database.value("SELECT COUNT(*) FROM t_alert") == "0");

  // There is room again: the same request makes a row of its own, and is known from then on.
  const Submitted later = tasks.submit(request, {.queue = 1});
  CHECK(later.accepted);
  CHECK_FALSE(later.duplicate);
  CHECK(later.id != refused.id);
  CHECK(tasks.submit(request, {.queue = 1}).id == later.id);
}

TEMPLATE_TEST_CASE("times of a new row are the database's in UTC", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  submit_tasks(session);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE created_at <= updated_at AND updated_at <= " +
                       database.now(1) + " AND created_at >= " + database.now(-60)) == "1");
}

TEST_CASE("times of a new row are UTC on a server that lives in Shanghai") {
  Mariadb database;
  database.execute("SET GLOBAL time_zone = '+08:00'");
  store::Session session = database.open();
  submit_tasks(session);
  database.execute("SET GLOBAL time_zone = DEFAULT");
  CHECK(database.value("SELECT ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP())) < 60 FROM t_report_task") ==
        "1");
}

TEMPLATE_TEST_CASE("what is too long for a column is an error and no row", "", Mariadb) {
  TestType database;
  store::Session session = database.open();
  task::Request request = request_of();
  request.request_id = std::string(129, 'x');
  CHECK_THROWS_AS(ReportTaskStore(session).submit(request, {}), base::Error);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task") == "0");
}
