// Every write of a claim names its token: who lost the claim changes nothing.
#include <catch2/catch.hpp>
#include <functional>

#include "support/task_rows.hpp"

using namespace support;
using namespace std::chrono_literals;
using store::ClaimKey;
using store::Queue;
using store::ReportTaskStore;
using task::State;

namespace {

struct Event {
  const char* name;
  std::function<bool(ReportTaskStore&, const ClaimKey&)> write;
  State leads_to;
};

task::Task task_of_claim(const ClaimKey& claim) {
  task::Task task;
  task.id = claim.id;
  task.report = "tasks";
  return task;
}

const std::vector<Event> kEvents{
    {"write_progress", [](auto& tasks, const auto& claim) { return tasks.write_progress(claim, 50, 100, 50); },
     State::RUNNING},
    {"finish", [](auto& tasks, const auto& claim) { return tasks.finish(claim, finished_file(), 1h); }, State::SUCCESS},
    {"retry_later", [](auto& tasks, const auto& claim) { return tasks.retry_later(claim, 30s, "away"); },
     State::RETRY_WAIT},
    {"fail", [](auto& tasks, const auto& claim) { return tasks.fail(claim, task_of_claim(claim), "bad"); },
     State::FAILED},
    {"hand_back", [](auto& tasks, const auto& claim) { return tasks.hand_back(claim, "stopped", 5); },
     State::RETRY_WAIT},
};

constexpr State kStates[] = {State::PENDING, State::RUNNING, State::RETRY_WAIT,
                             State::SUCCESS, State::FAILED,  State::TIMEOUT};

// Bystanders in every state, which no write may touch.
void insert_others(TaskDatabase& database) {
  for (const State state : kStates) insert_in_state(database, state, base::new_token());
}

std::string status_of(TaskDatabase& database, std::int64_t id) {
  return database.value("SELECT status FROM t_report_task WHERE id = " + std::to_string(id));
}

}  // namespace

TEMPLATE_TEST_CASE("a write by the claim's token changes its row in RUNNING and in no other state", "", Sqlite,
                   Mariadb) {
  TestType database;
  insert_others(database);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const Event& event : kEvents) {
    for (const State state : kStates) {
      CAPTURE(event.name, task::name_of(state));
      const std::string token = base::new_token();
      const ClaimKey claim{insert_in_state(database, state, token), token};
      const auto before = all_tasks(database);
      const std::string alerts = database.value("SELECT COUNT(*) FROM t_alert");
      const bool changed = event.write(tasks, claim);
      const bool allowed = state == State::RUNNING;
      CHECK(changed_rows(before, all_tasks(database)) == (allowed ? 1 : 0));
      CHECK(status_of(database, claim.id) == task::name_of(allowed ? event.leads_to : state));
      // A finish that finds its own token in SUCCESS is the same one, whose reply was lost.
      const bool repeated = event.leads_to == State::SUCCESS && state == State::SUCCESS;
      CHECK(changed == (allowed || repeated));
      if (!allowed) CHECK(database.value("SELECT COUNT(*) FROM t_alert") == alerts);
    }
  }
}

TEMPLATE_TEST_CASE("a write by another token changes nothing in any state", "", Sqlite, Mariadb) {
  TestType database;
  insert_others(database);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const Event& event : kEvents) {
    for (const State state : kStates) {
      for (const std::string& token : {base::new_token(), std::string{}}) {
        CAPTURE(event.name, task::name_of(state), token);
        const ClaimKey claim{insert_in_state(database, state, base::new_token()), token};
        const auto before = all_tasks(database);
        CHECK_FALSE(event.write(tasks, claim));
        CHECK(changed_rows(before, all_tasks(database)) == 0);
      }
    }
  }
  CHECK(database.value("SELECT COUNT(*) FROM t_alert") == "0");
}

TEMPLATE_TEST_CASE("a write by the right token for another task changes nothing", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  insert_in_state(database, State::RUNNING, token);
  const std::int64_t other = insert_in_state(database, State::RUNNING, base::new_token());
  const auto before = all_tasks(database);
  for (const Event& event : kEvents) {
    CAPTURE(event.name);
    CHECK_FALSE(event.write(tasks, {other, token}));
    CHECK_FALSE(event.write(tasks, {other + 1, token}));
  }
  CHECK(changed_rows(before, all_tasks(database)) == 0);
}

TEMPLATE_TEST_CASE("no claim leaves SUCCESS, FAILED or TIMEOUT", "", Sqlite, Mariadb) {
  TestType database;
  for (const State state : {State::SUCCESS, State::FAILED, State::TIMEOUT})
    insert_in_state(database, state, base::new_token());
  const auto before = all_tasks(database);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (std::int64_t id = 1; id <= 3; ++id) CHECK_FALSE(tasks.claim_one({id, base::new_token()}, "w", 100));
  CHECK(tasks.claim(Queue::kPending, base::new_token(), "w", kReports, 9, 100).empty());
  CHECK(changed_rows(before, all_tasks(database)) == 0);
}

TEMPLATE_TEST_CASE("progress never falls within an attempt and stops at 99", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const ClaimKey claim{insert_in_state(database, State::RUNNING, token, 0), token};
  const auto after = [&](int percent) {
    REQUIRE(tasks.write_progress(claim, percent, 1000, 10));
    return tasks.find(claim.id)->progress;
  };
  CHECK(after(10) == 10);
  CHECK(after(5) == 10);
  CHECK(after(-1) == 10);
  CHECK(after(60) == 60);
  CHECK(after(100) == 99);
  CHECK(after(1000) == 99);
  CHECK(after(0) == 99);
  REQUIRE(tasks.finish(claim, finished_file(), 1h));
  CHECK(tasks.find(claim.id)->progress == 100);
}

TEMPLATE_TEST_CASE("progress tells its rows and is the heartbeat", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const ClaimKey claim{insert_in_state(database, State::RUNNING, token), token};
  const auto before = tasks.find(claim.id)->heartbeat_at;
  REQUIRE(tasks.write_progress(claim, 41, 5'000'000'000, 2'050'000'000));
  const auto row = tasks.find(claim.id);
  CHECK(row->total_rows == 5'000'000'000);
  CHECK(row->written_rows == 2'050'000'000);
  CHECK(row->heartbeat_at > before);
}

TEMPLATE_TEST_CASE("an attempt that comes further than any before clears the counts of crashes and interruptions", "",
                   Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const ClaimKey claim{insert_in_state(database, State::RUNNING, token), token};
  const auto counts = [&](std::int64_t written) {
    database.execute("UPDATE t_report_task SET crash_count = 2, interrupt_count = 4");
    REQUIRE(tasks.write_progress(claim, 50, 1000, written));
    const auto row = tasks.find(claim.id);
    return std::pair{row->crash_count, row->interrupt_count};
  };
  CHECK(counts(0) == std::pair{2, 4});
  CHECK(counts(100) == std::pair{0, 0});
  CHECK(counts(100) == std::pair{2, 4});
  CHECK(counts(50) == std::pair{2, 4});
  CHECK(counts(101) == std::pair{0, 0});
}

TEMPLATE_TEST_CASE("a finish repeated with the same token is acknowledged, with another it is not", "", Sqlite,
                   Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const ClaimKey claim{insert_in_state(database, State::RUNNING, token), token};
  REQUIRE(tasks.finish(claim, finished_file(), 1h));
  const auto before = all_tasks(database);
  CHECK(tasks.finish(claim, finished_file(), 1h));
  CHECK_FALSE(tasks.finish({claim.id, base::new_token()}, finished_file(), 1h));
  CHECK(changed_rows(before, all_tasks(database)) == 0);
}

TEMPLATE_TEST_CASE("a finished row names its file, its sums and when it expires", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const ClaimKey claim{insert_in_state(database, State::RUNNING, token), token};
  database.execute("UPDATE t_report_task SET error_msg = 'earlier', checkpoint = '{}'");
  REQUIRE(tasks.finish(claim, {"1-a.xlsx", 5'000'000'000, std::string(64, 'f'), R"({"a":"it's 𠮷"})", 123}, 24h * 7));
  const auto row = tasks.find(claim.id);
  CHECK(row->file_path == "1-a.xlsx");
  CHECK(row->file_size == 5'000'000'000);
  CHECK(row->file_sha256 == std::string(64, 'f'));
  CHECK(row->manifest == R"({"a":"it's 𠮷"})");
  CHECK(row->total_rows == 123);
  CHECK(row->written_rows == 123);
  CHECK_FALSE(row->error_msg);
  REQUIRE(row->finished_at);
  REQUIRE(row->expire_at);
  CHECK(*row->expire_at - *row->finished_at >= 24h * 7);
  CHECK(*row->expire_at - *row->finished_at < 24h * 7 + 1s);
  CHECK(database.value("SELECT checkpoint FROM t_report_task") == "NULL");
}
