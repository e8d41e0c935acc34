// Failures: waiting for the next attempt, handing back, death and its one alert.
#include <catch2/catch.hpp>

#include "support/task_rows.hpp"

using namespace support;
using namespace std::chrono_literals;
using store::ClaimKey;
using store::ReportTaskStore;
using task::State;

namespace {

struct Claimed {
  explicit Claimed(TaskDatabase& database)
      : token(base::new_token()), key{insert_in_state(database, State::RUNNING, token), token} {}
  std::string token;
  ClaimKey key;
};

base::Instant database_now(TaskDatabase& database) {
  return base::parse_database_time(database.value("SELECT " + database.now())).value();
}

}  // namespace

TEMPLATE_TEST_CASE("a retry is due after the delay by the database's clock, and counts", "", Sqlite, Mariadb) {
  const base::milliseconds delay = GENERATE(0ms, 1500ms, 30s, 3'600'000ms);
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed claim(database);
  const base::Instant before = database_now(database);
  REQUIRE(tasks.retry_later(claim.key, delay, "connection lost"));
  const base::Instant after = database_now(database);
  const auto row = tasks.find(claim.key.id);
  REQUIRE(row->next_retry_at);
  CHECK(*row->next_retry_at >= before + delay);
  CHECK(*row->next_retry_at <= after + delay + 10ms);  // the raw clock of SQLite is cut to milliseconds
  CHECK(row->retry_count == 1);
  CHECK(row->error_msg == "connection lost");
  CHECK_FALSE(row->finished_at);
  CHECK(database.value("SELECT COUNT(*) FROM t_alert") == "0");
}

TEMPLATE_TEST_CASE("work that is handed back is due now and costs no retry", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed claim(database);
  REQUIRE(tasks.hand_back(claim.key, "interrupted by a stop", 5));
  const auto row = tasks.find(claim.key.id);
  CHECK(row->state == State::RETRY_WAIT);
  CHECK(row->retry_count == 0);
  CHECK(row->interrupt_count == 1);
  CHECK(database.value("SELECT COUNT(*) FROM t_report_task WHERE next_retry_at <= " + database.now(1)) == "1");
}

TEMPLATE_TEST_CASE("a death writes exactly one alert", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed claim(database);
  task::Task task = *tasks.find(claim.key.id);
  task.trace_id = "trace-1";
  REQUIRE(tasks.fail(claim.key, task, "no table: it's \"gone\" 𠮷"));
  CHECK_FALSE(tasks.fail(claim.key, task, "again"));
  const auto row = tasks.find(claim.key.id);
  CHECK(row->state == State::FAILED);
  CHECK(row->error_msg == "no table: it's \"gone\" 𠮷");
  CHECK(row->finished_at);
  CHECK_FALSE(row->file_path);
  const auto alerts = database.query("SELECT dedupe_key, rule, trace_id, attempts, sent_at, body FROM t_alert");
  REQUIRE(alerts.size() == 1);
  CHECK(alerts[0][0] == "export_dead:tasks:" + std::to_string(claim.key.id));
  CHECK(alerts[0][1] == "export_dead");
  CHECK(alerts[0][2] == "trace-1");
  CHECK(alerts[0][3] == "0");
  CHECK_FALSE(alerts[0][4]);
  CHECK(alerts[0][5]->find("it's \\\"gone\\\" 𠮷") != std::string::npos);
  CHECK(database.value("SELECT COUNT(*) FROM t_alert WHERE next_try_at <= " + database.now(1)) == "1");
}

TEMPLATE_TEST_CASE("a death whose alert cannot be written is not written either", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed claim(database);
  database.execute("DROP TABLE t_alert");
  const auto before = all_tasks(database);
  CHECK_THROWS_AS(tasks.fail(claim.key, *tasks.find(claim.key.id), "bad"), base::Error);
  CHECK(changed_rows(before, all_tasks(database)) == 0);
}

TEMPLATE_TEST_CASE("an error is cut to the column between two characters", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed claim(database);
  std::string error;
  for (int i = 0; i < 2000; ++i) error += "𠮷";
  REQUIRE(tasks.retry_later(claim.key, 1s, error));
  const std::string kept = tasks.find(claim.key.id)->error_msg.value();
  CHECK(error.starts_with(kept));
  CHECK(kept.size() % 4 == 0);
  CHECK(kept.size() / 4 <= 512);
  CHECK(kept.size() / 4 >= 400);
}

TEMPLATE_TEST_CASE("an error with bytes that are no UTF-8 can still be written", "", Sqlite, Mariadb) {
  const std::string error =
      GENERATE("bad value '\xff\xfe'", "cut \xf0\xa0\xae", "\xc3", "lone \x80 byte", "surrogate \xed\xa0\x80");
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const Claimed first(database), second(database), third(database);
  CHECK(tasks.retry_later(first.key, 1s, error));
  CHECK(tasks.hand_back(second.key, error, 5));
  CHECK(tasks.fail(third.key, *tasks.find(third.key.id), error));
  CHECK(database.value("SELECT COUNT(*) FROM t_alert") == "1");
  // What is not UTF-8 is spelled out.
  const auto kept = tasks.find(third.key.id)->error_msg;
  REQUIRE(kept);
  CHECK(kept->find("\\x") != std::string::npos);
}
