// J12: two workers take the same pending export, block each other, or a task is judged stuck while it still runs.
#include <catch2/catch.hpp>
#include <map>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;

namespace {

struct Together {
  std::map<long long, int> begun;
  std::string errors;  // what a user would see of a lock
};

// Eight export-runs that start at the same moment, to their ends.
Together run_eight(const Room& room) {
  std::vector<Process> workers;
  for (int i = 0; i < 8; ++i) workers.push_back(room.start("export-run", {"--workers", "2"}));
  Together together;
  for (Process& worker : workers) {
    const Finished end = worker.wait();
    CHECK(end.exit_code == 0);
    for (const Json& event : events_named(end.err, "task.begin")) ++together.begun[event["task_id"]];
    for (const char* word : {"locked", "deadlock", "Deadlock", "Lock wait"})
      if (end.err.find(word) != std::string::npos) together.errors += end.err;
  }
  return together;
}

void check_each_once(Room& room, int tasks) {
  for (int i = 0; i < tasks; ++i)
    room.database().execute("INSERT INTO t_report_task (user_id, report, format) VALUES (1, 'rows', 'csv')");
  const Together together = run_eight(room);
  CHECK(together.errors == "");
  CHECK(static_cast<int>(together.begun.size()) == tasks);
  for (const auto& [id, times] : together.begun) CHECK(times == 1);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status = 'SUCCESS' AND retry_count = 0") ==
        tasks);
  CHECK(static_cast<int>(room.files().size()) == tasks);
}

}  // namespace

TEST_CASE("J12: eight workers that start together take the one pending export once") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1000);
  check_each_once(room, 1);
}

TEST_CASE("J12: eight workers share a hundred exports without taking one twice or blocking each other") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(300);
  check_each_once(room, 100);
}

TEST_CASE("J12: a task that runs longer than the limit of silence, but is heard of, is not taken over") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows", "--format", "csv"});
  Process run = run_until(room, "page#15");
  room.database().execute("UPDATE t_report_task SET started_at = " + room.database().from_now(-3h) + ", created_at = " +
                          room.database().from_now(-4h) + ", heartbeat_at = " + room.database().from_now(-90s));
  const std::string token = room.of(id, "run_token");
  for (const char* stall : {"timeout", "retry"})
    CHECK(room.run("cleanup", {"--stalled-after", "2m", "--on-stall", stall}).exit_code == 0);
  for (const char* program : {"export-run", "redeliver"})
    CHECK(events_named(room.run(program, {}).err, "task.begin").empty());
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.of(id, "run_token") == token);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  check_only_whole_file(room, id, 3000);
}

TEST_CASE("J12: an export that is inserted and not committed is not seen, and keeps nobody waiting") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().execute("BEGIN; INSERT INTO t_report_task (user_id, report) VALUES (1, 'one')");
  const Finished before = room.run("export-run", {});
  CHECK(before.exit_code == 0);
  CHECK(before.took < 10s);
  CHECK(events_named(before.err, "task.begin").empty());
  room.database().execute("COMMIT");
  CHECK(room.run("export-run", {}).exit_code == 0);
  CHECK(room.of(1, "status") == "SUCCESS");
}
