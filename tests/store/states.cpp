// Every state against every event that changes a row, beside the claim's own writes (fence.cpp): an allowed pair
// changes exactly that row, any other changes none.
#include <catch2/catch.hpp>
#include <functional>
#include <set>

#include "store/report_task_sweeps.hpp"
#include "support/task_rows.hpp"

using namespace support;
using namespace std::chrono_literals;
using store::ClaimKey;
using store::Queue;
using store::ReportTaskStore;
using store::ReportTaskSweeps;
using task::State;

namespace {

constexpr State kStates[] = {State::PENDING, State::RUNNING, State::RETRY_WAIT,
                             State::SUCCESS, State::FAILED,  State::TIMEOUT};
constexpr auto kAge = 30s;  // the rows' heartbeats and births lie further back

using Apply = std::function<bool(store::Session&, const task::Task&)>;

struct Event {
  const char* name;
  std::set<State> from;
  State to;
  Apply apply;
  const char* ripe = "";              // what the row needs beside its state, as SET
  std::vector<std::string> unripe{};  // each makes the event impossible in every state
};

ClaimKey claim_of(const task::Task& task) { return {task.id, task.run_token}; }

bool claim(store::Session& session, Queue queue) {
  return !ReportTaskStore(session).claim(queue, base::new_token(), "w", kReports, 1, 1000).empty();
}

template <class... Arguments>
Apply by_claim(bool (ReportTaskStore::*write)(const ClaimKey&, Arguments...), Arguments... arguments) {
  return [=](store::Session& session, const task::Task& task) {
    ReportTaskStore tasks(session);
    return (tasks.*write)(claim_of(task), arguments...);
  };
}

Apply by_id(bool (ReportTaskStore::*write)(std::int64_t)) {
  return [=](store::Session& session, const task::Task& task) {
    ReportTaskStore tasks(session);
    return (tasks.*write)(task.id);
  };
}

// The age is held against the row once more when it is written.
Apply by_sweep(std::function<bool(ReportTaskSweeps&, const task::Task&)> write) {
  return [=](store::Session& session, const task::Task& task) {
    ReportTaskSweeps sweeps(session);
    return write(sweeps, task);
  };
}

const std::string kMovedOn = "run_token = '" + std::string(32, 'e') + "'";
const std::string kAlive = "heartbeat_at = {now}";
const std::string kCancelled = "cancel_requested = 1";

const std::vector<Event> kEvents{
    {"claim of what is queued",
     {State::PENDING},
     State::RUNNING,
     [](auto& session, const auto&) { return claim(session, Queue::kPending); },
     "",
     {"not_before = {later}", "report = 'elsewhere'"}},
    {"claim of what is due",
     {State::RETRY_WAIT},
     State::RUNNING,
     [](auto& session, const auto&) { return claim(session, Queue::kDue); },
     "",
     {"next_retry_at = {later}", "report = 'elsewhere'"}},
    {"claim by id",
     {State::PENDING, State::RETRY_WAIT},
     State::RUNNING,
     [](auto& session, const auto& task) {
       return ReportTaskStore(session).claim_one({task.id, base::new_token()}, "w", 1000).has_value();
     }},
    {"cancel of what waits",
     {State::PENDING, State::RETRY_WAIT},
     State::FAILED,
     by_id(&ReportTaskStore::cancel_waiting)},
    {"request of a cancel", {State::RUNNING}, State::RUNNING, by_id(&ReportTaskStore::request_cancel)},
    {"cancel that the claimer saw",
     {State::RUNNING},
     State::FAILED,
     by_claim(&ReportTaskStore::cancel),
     "cancel_requested = 1",
     {"cancel_requested = 0", kMovedOn}},
    {"cancel that a dead claimer did not see",
     {State::RUNNING},
     State::FAILED,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.set_cancelled_silent(task, kAge); }),
     "cancel_requested = 1",
     {"cancel_requested = 0", kMovedOn, kAlive}},
    {"orphan",
     {State::PENDING},
     State::RETRY_WAIT,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.set_orphan_due(task, kAge); }),
     "",
     {"created_at = {now}", "not_before = {later}"}},
    {"crash",
     {State::RUNNING},
     State::RETRY_WAIT,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.set_crashed(task, kAge, "gone"); }),
     "",
     {kMovedOn, kAlive, kCancelled}},
    {"poison",
     {State::RUNNING},
     State::FAILED,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.set_poison(task, kAge, "gone"); }),
     "",
     {kMovedOn, kAlive, kCancelled}},
    {"stall",
     {State::RUNNING},
     State::TIMEOUT,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.set_timeout(task, kAge, "silent"); }),
     "",
     {kMovedOn, kAlive}},
    {"expiry",
     {State::SUCCESS},
     State::SUCCESS,
     by_sweep([](auto& sweeps, const auto& task) { return sweeps.expire(task, 0s, [] {}); }),
     "expire_at = {ago}",
     {"expire_at = {later}", "expire_at = NULL", "expired_at = {ago}, expire_at = {ago}"}},
};

// What a claim may no longer write once a cancel was asked for.
const std::vector<Event> kWritesOfClaim{
    {"progress",
     {},
     State::RUNNING,
     by_claim(&ReportTaskStore::write_progress, 50, std::int64_t{100}, std::int64_t{50})},
    {"retry",
     {},
     State::RUNNING,
     [](auto& session, const auto& task) { return ReportTaskStore(session).retry_later(claim_of(task), 30s, "away"); }},
    {"failure",
     {},
     State::RUNNING,
     [](auto& session, const auto& task) { return ReportTaskStore(session).fail(claim_of(task), task, "bad"); }},
    {"hand-back",
     {},
     State::RUNNING,
     [](auto& session, const auto& task) { return ReportTaskStore(session).hand_back(claim_of(task), "stopped", 5); }},
    {"finish",
     {State::RUNNING},
     State::SUCCESS,
     [](auto& session, const auto& task) {
       return ReportTaskStore(session).finish(claim_of(task), finished_file(), 1h);
     }},
};

std::string with_times(const TaskDatabase& database, std::string sql) {
  for (const auto& [name, seconds] : {std::pair{"{now}", 0}, {"{later}", 3600}, {"{ago}", -3600}})
    for (std::size_t at; (at = sql.find(name)) != std::string::npos;)
      sql.replace(at, std::string_view(name).size(), database.now(seconds));
  return sql;
}

void set(TaskDatabase& database, std::int64_t id, const std::string& assignment) {
  if (assignment.empty()) return;
  database.execute("UPDATE t_report_task SET " + with_times(database, assignment) +
                   " WHERE id = " + std::to_string(id));
}

// In every state one that is as ripe for each event as a row can be, but another's.
void insert_bystanders(TaskDatabase& database) {
  for (const State state : kStates) insert_in_state(database, state, base::new_token());
  database.execute(with_times(database, "UPDATE t_report_task SET report = 'other', expire_at = {ago}"));
}

std::string alerts_of(TaskDatabase& database) { return database.value("SELECT COUNT(*) FROM t_alert"); }

}  // namespace

TEMPLATE_TEST_CASE("each event changes exactly its row in the states that allow it, and none in the others", "", Sqlite,
                   Mariadb) {
  TestType database;
  insert_bystanders(database);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const Event& event : kEvents) {
    for (const State state : kStates) {
      CAPTURE(event.name, task::name_of(state));
      const std::int64_t id = insert_in_state(database, state, base::new_token());
      set(database, id, event.ripe);
      const auto before = all_tasks(database);
      const std::string alerts = alerts_of(database);
      const bool allowed = event.from.contains(state);
      CHECK(event.apply(session, *tasks.find(id)) == allowed);
      const auto after = all_tasks(database);
      CHECK(changed_rows(before, after) == (allowed ? 1 : 0));
      CHECK(tasks.find(id)->state == (allowed ? event.to : state));
      const bool dies = allowed && (event.name == std::string("poison") || event.name == std::string("stall"));
      CHECK(alerts_of(database) == std::to_string(std::stoi(alerts) + (dies ? 1 : 0)));
      database.execute("DELETE FROM t_report_task WHERE id = " + std::to_string(id));
    }
  }
}

TEMPLATE_TEST_CASE("an event whose time has not come, or whose claim has passed on, changes nothing in any state", "",
                   Sqlite, Mariadb) {
  TestType database;
  insert_bystanders(database);
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const Event& event : kEvents) {
    for (const std::string& unripe : event.unripe) {
      for (const State state : kStates) {
        CAPTURE(event.name, unripe, task::name_of(state));
        const std::int64_t id = insert_in_state(database, state, base::new_token());
        set(database, id, event.ripe);
        const task::Task seen = *tasks.find(id);  // what a list saw a moment ago
        set(database, id, unripe);
        const auto before = all_tasks(database);
        CHECK_FALSE(event.apply(session, seen));
        CHECK(changed_rows(before, all_tasks(database)) == 0);
        database.execute("DELETE FROM t_report_task WHERE id = " + std::to_string(id));
      }
    }
  }
  CHECK(alerts_of(database) == "0");
}

TEMPLATE_TEST_CASE("once a cancel was asked for the claim may finish, and nothing else", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  for (const Event& event : kWritesOfClaim) {
    CAPTURE(event.name);
    const std::int64_t id = insert_in_state(database, State::RUNNING, base::new_token());
    set(database, id, "cancel_requested = 1");
    const auto before = all_tasks(database);
    const bool allowed = !event.from.empty();
    CHECK(event.apply(session, *tasks.find(id)) == allowed);
    CHECK(changed_rows(before, all_tasks(database)) == (allowed ? 1 : 0));
    CHECK(tasks.find(id)->state == event.to);
  }
  CHECK(alerts_of(database) == "0");
}

TEMPLATE_TEST_CASE("old records go by state, and none that waits, runs or names a file", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskSweeps sweeps(session);
  for (const State swept : kStates) {
    for (const State state : kStates) {
      for (const bool names_file : {true, false}) {
        CAPTURE(task::name_of(swept), task::name_of(state), names_file);
        const std::int64_t id = insert_in_state(database, state, base::new_token());
        if (!names_file) set(database, id, "file_path = NULL");
        const bool old_enough = swept == state && (state != State::SUCCESS || !names_file);
        CHECK(sweeps.delete_old(swept, 1h, 10) == 0);
        // Only what is terminal is ever asked for: retention names the states.
        if (task::is_terminal(swept)) CHECK(sweeps.delete_old(swept, kAge, 10) == (old_enough ? 1 : 0));
        database.execute("DELETE FROM t_report_task");
      }
    }
  }
}
