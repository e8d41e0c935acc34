// The only way from PENDING into RUNNING.
#include <catch2/catch.hpp>

#include "support/task_rows.hpp"

using namespace support;
using store::Queue;
using store::ReportTaskStore;
using task::State;
using task::Task;

namespace {

std::vector<std::int64_t> ids_of(const std::vector<Task>& tasks) {
  std::vector<std::int64_t> ids;
  for (const Task& task : tasks) ids.push_back(task.id);
  return ids;
}

constexpr std::int64_t kMany = 1000;

// A task in `state` with that priority.
std::int64_t insert_prior(TaskDatabase& database, int priority) {
  const std::int64_t id = insert_in_state(database, State::PENDING, "");
  database.execute("UPDATE t_report_task SET priority = " + std::to_string(priority) +
                   " WHERE id = " + std::to_string(id));
  return id;
}

}  // namespace

TEMPLATE_TEST_CASE("a claim takes the smallest priority first, then the smallest id", "", Sqlite, Mariadb) {
  TestType database;
  const std::int64_t late = insert_prior(database, 200);
  const std::int64_t normal = insert_prior(database, 100);
  const std::int64_t urgent = insert_prior(database, -5);
  const std::int64_t second = insert_prior(database, 100);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  CHECK(ids_of(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 1, kMany)) == std::vector{urgent});
  CHECK(ids_of(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 2, kMany)) ==
        std::vector{normal, second});
  CHECK(ids_of(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 9, kMany)) == std::vector{late});
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 9, kMany).empty());
}

TEMPLATE_TEST_CASE("several tasks of one claim come in the order in which they are to run", "", Sqlite, Mariadb) {
  TestType database;
  const std::int64_t third = insert_prior(database, 9);
  const std::int64_t first = insert_prior(database, 1);
  const std::int64_t second = insert_prior(database, 5);
  store::Session session = database.open();
  CHECK(ids_of(ReportTaskStore(session).claim(Queue::kPending, base::new_token(), "w", kReports, 9, kMany)) ==
        std::vector{first, second, third});
}

TEMPLATE_TEST_CASE("a claimed row is RUNNING with its token, its worker and a first heartbeat", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::int64_t id = submit_tasks(session);
  const std::string token = base::new_token();
  const std::vector<Task> claimed = tasks.claim(Queue::kPending, token, "host:1", kReports, 1, kMany);
  REQUIRE(ids_of(claimed) == std::vector{id});
  CHECK(claimed[0].state == State::RUNNING);
  CHECK(claimed[0].run_token == token);
  CHECK(claimed[0].worker == "host:1");
  CHECK(claimed[0].progress == 0);
  REQUIRE(claimed[0].heartbeat_at);
  CHECK(claimed[0].started_at);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE heartbeat_at BETWEEN " + database.now(-60) + " AND " +
                       database.now(1)) == "1");
}

TEMPLATE_TEST_CASE("a task whose not_before lies ahead is left alone, one whose has passed is taken", "", Sqlite,
                   Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::int64_t id = submit_tasks(session);
  const std::string where = " WHERE id = " + std::to_string(id);
  database.execute("UPDATE t_report_task SET not_before = " + database.now(600) + where);
  CHECK(tasks.list_waiting(Queue::kPending, kReports, 1).empty());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 5, kMany).empty());
  database.execute("UPDATE t_report_task SET not_before = " + database.now(-1) + where);
  CHECK_FALSE(tasks.list_waiting(Queue::kPending, kReports, 1).empty());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 5, kMany).size() == 1);
}

TEMPLATE_TEST_CASE("only the named reports are claimed", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const char* report : {"a", "ab", "b", "B", "a-b"}) {
    task::Request request = request_of();
    request.report = report;
    submit_tasks(session, 1, request);
  }
  CHECK(tasks.list_waiting(Queue::kPending, {}, 1).empty());
  CHECK(tasks.list_waiting(Queue::kPending, {"A", "c", ""}, 1).empty());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", {}, 9, kMany).empty());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", {"c", "a,"}, 9, kMany).size() <= 1);
  database.execute("UPDATE t_report_task SET status = 'PENDING'");
  CHECK_FALSE(tasks.list_waiting(Queue::kPending, {"b"}, 1).empty());
  const auto claimed = tasks.claim(Queue::kPending, base::new_token(), "w", {"b", "a-b"}, 9, kMany);
  REQUIRE(claimed.size() == 2);
  CHECK(claimed[0].report == "b");
  CHECK(claimed[1].report == "a-b");
}

TEMPLATE_TEST_CASE("a claim takes PENDING rows alone, of all six states", "", Sqlite, Mariadb) {
  TestType database;
  std::int64_t pending = 0;
  for (const State state :
       {State::RUNNING, State::RETRY_WAIT, State::SUCCESS, State::PENDING, State::FAILED, State::TIMEOUT})
    if (const std::int64_t id = insert_in_state(database, state, base::new_token()); state == State::PENDING)
      pending = id;
  const auto before = all_tasks(database);
  store::Session session = database.open();
  CHECK(ids_of(ReportTaskStore(session).claim(Queue::kPending, base::new_token(), "w", kReports, 9, kMany)) ==
        std::vector{pending});
  CHECK(changed_rows(before, all_tasks(database)) == 1);
}

TEMPLATE_TEST_CASE("max_running counts the RUNNING rows of every token", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::int64_t last = submit_tasks(session, 6);
  insert_in_state(database, State::RUNNING, base::new_token());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 8, 3).size() == 2);
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 8, 3).empty());
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 8, 2).empty());
  CHECK_FALSE(tasks.claim_one({last, base::new_token()}, "w", 3));
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE status = 'RUNNING'") == "3");
  CHECK(tasks.claim_one({last, base::new_token()}, "w", 4));
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 8, 5).size() == 1);
}

TEMPLATE_TEST_CASE("a claim by id takes a PENDING or RETRY_WAIT task and no other", "", Sqlite, Mariadb) {
  const State state =
      GENERATE(State::PENDING, State::RUNNING, State::RETRY_WAIT, State::SUCCESS, State::FAILED, State::TIMEOUT);
  CAPTURE(task::name_of(state));
  TestType database;
  const std::int64_t id = insert_in_state(database, state, base::new_token());
  insert_in_state(database, State::PENDING, "");
  const auto before = all_tasks(database);
  store::Session session = database.open();
  const std::string token = base::new_token();
  const auto claimed = ReportTaskStore(session).claim_one({id, token}, "w", kMany);
  const bool can = state == State::PENDING || state == State::RETRY_WAIT;
  CHECK(changed_rows(before, all_tasks(database)) == (can ? 1 : 0));
  REQUIRE(claimed.has_value() == can);
  if (!can) return;
  CHECK(claimed->id == id);
  CHECK(claimed->run_token == token);
  CHECK(claimed->state == State::RUNNING);
  CHECK_FALSE(claimed->next_retry_at);
  CHECK(claimed->progress == 0);
}

TEMPLATE_TEST_CASE("a claim by id of no task claims none", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  const std::int64_t id = submit_tasks(session);
  CHECK_FALSE(ReportTaskStore(session).claim_one({id + 1, base::new_token()}, "w", kMany));
}

TEMPLATE_TEST_CASE("a claim by id answers for that task, not for another that its token holds", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const std::int64_t first = submit_tasks(session);
  const std::int64_t done = insert_in_state(database, State::SUCCESS, base::new_token());
  REQUIRE(tasks.claim_one({first, token}, "w", kMany));
  CHECK_FALSE(tasks.claim_one({done, token}, "w", kMany));
}

TEMPLATE_TEST_CASE("what a token holds is listed, after a lost acknowledgement too", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  submit_tasks(session, 3);
  const std::string token = base::new_token();
  const auto claimed = tasks.claim(Queue::kPending, token, "w", kReports, 2, kMany);
  REQUIRE(claimed.size() == 2);
  CHECK(ids_of(tasks.list_claimed(token)) == ids_of(claimed));
  CHECK(tasks.list_claimed(base::new_token()).empty());
  CHECK(tasks.list_claimed("").empty());
  REQUIRE(tasks.finish({claimed[0].id, token}, finished_file(), std::chrono::hours{1}));
  CHECK(ids_of(tasks.list_claimed(token)) == std::vector{claimed[1].id});
  // Asked again with the same token, the claim tells of what it holds already and takes one more.
  CHECK(tasks.claim(Queue::kPending, token, "w", kReports, 1, kMany).size() == 2);
}

TEMPLATE_TEST_CASE("a task that was driven before starts anew: progress 0, no error, counts kept", "", Sqlite,
                   Mariadb) {
  TestType database;
  const std::int64_t id = insert_in_state(database, State::RETRY_WAIT, base::new_token(), 77);
  database.execute(
      "UPDATE t_report_task SET retry_count = 2, crash_count = 1, interrupt_count = 3, error_msg = 'e', "
      "total_rows = 10, written_rows = 7");
  store::Session session = database.open();
  const auto task = ReportTaskStore(session).claim_one({id, base::new_token()}, "w", kMany);
  REQUIRE(task);
  CHECK(task->progress == 0);
  CHECK_FALSE(task->error_msg);
  CHECK_FALSE(task->total_rows);
  CHECK_FALSE(task->written_rows);
  CHECK(task->retry_count == 2);
  CHECK(task->crash_count == 1);
  CHECK(task->interrupt_count == 3);
}

TEMPLATE_TEST_CASE("a due retry is claimed, the longest due first; one that is not due is left", "", Sqlite, Mariadb) {
  TestType database;
  const auto waiting = [&](int due_in) {
    const std::int64_t id = insert_in_state(database, State::RETRY_WAIT, base::new_token());
    database.execute("UPDATE t_report_task SET next_retry_at = " + database.now(due_in) +
                     " WHERE id = " + std::to_string(id));
    return id;
  };
  const std::int64_t second = waiting(-10), first = waiting(-20);
  waiting(600);
  insert_in_state(database, State::PENDING, "");
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  CHECK_FALSE(tasks.list_waiting(Queue::kDue, kReports, 1).empty());
  CHECK(tasks.list_waiting(Queue::kDue, {"other"}, 1).empty());
  CHECK(tasks.claim(Queue::kDue, base::new_token(), "w", {"other"}, 9, kMany).empty());
  CHECK(ids_of(tasks.claim(Queue::kDue, base::new_token(), "w", kReports, 1, kMany)) == std::vector{first});
  CHECK(tasks.claim(Queue::kDue, base::new_token(), "w", kReports, 9, 1).empty());
  CHECK(ids_of(tasks.claim(Queue::kDue, base::new_token(), "w", kReports, 9, kMany)) == std::vector{second});
  CHECK(tasks.list_waiting(Queue::kDue, kReports, 1).empty());
}

TEMPLATE_TEST_CASE("the newest tasks are listed first, of one state or one user where asked", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::int64_t first = submit_tasks(session, 1, request_of(1));
  const std::int64_t second = submit_tasks(session, 1, request_of(2));
  const std::int64_t third = submit_tasks(session, 1, request_of(1));
  REQUIRE(tasks.claim_one({second, base::new_token()}, "w", kMany));
  CHECK(ids_of(tasks.list_recent({})) == std::vector{third, second, first});
  CHECK(ids_of(tasks.list_recent({.state = {}, .user_id = {}, .count = 2})) == std::vector{third, second});
  CHECK(ids_of(tasks.list_recent({.state = State::RUNNING, .user_id = {}})) == std::vector{second});
  CHECK(ids_of(tasks.list_recent({.state = State::PENDING, .user_id = 1})) == std::vector{third, first});
  CHECK(tasks.list_recent({.state = State::PENDING, .user_id = 2}).empty());
}
