// Many export-run processes over one queue: each task runs exactly once.
#include <catch2/catch.hpp>
#include <map>

#include "cmd/room.hpp"

using namespace cmd_tests;

namespace {

void queue_tasks(Room& room, int count) {
  room.database().execute(
      "INSERT INTO t_report_task (user_id, report, format, priority) "
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
      std::to_string(count) + ") SELECT 1, 'one', 'csv', i % 7 FROM n");
}

void check_each_once(Backend backend, int tasks) {
  Room room(backend);
  queue_tasks(room, tasks);
  std::vector<Process> processes;
  for (int i = 0; i < 8; ++i) processes.push_back(room.start("export-run", {"--workers", "2", "--log-level", "info"}));
  std::map<long long, int> begun, ended;
  int busy_processes = 0;
  for (Process& process : processes) {
    const Finished end = process.wait(std::chrono::minutes{4});
    INFO(end.err.substr(0, 2000));
    CHECK(end.exit_code == 0);
    for (const Json& event : events_named(end.err, "task.begin")) ++begun[event["task_id"]];
    const std::vector<Json> ends = events_named(end.err, "task.end");
    for (const Json& event : ends) ++ended[event["task_id"]];
    busy_processes += !ends.empty();
  }
  CHECK(busy_processes >= 2);
  for (const auto* counts : {&begun, &ended}) {
    CHECK(static_cast<int>(counts->size()) == tasks);
    CHECK(std::all_of(counts->begin(), counts->end(), [](const auto& entry) { return entry.second == 1; }));
  }
  CHECK(
      room.database().query(
          "SELECT status, COUNT(*), COUNT(DISTINCT file_path), MAX(retry_count) FROM t_report_task GROUP BY status") ==
      std::vector<SqlRow>{{"SUCCESS", std::to_string(tasks), std::to_string(tasks), "0"}});
  CHECK(static_cast<int>(room.files().size()) == tasks);
}

}  // namespace

TEST_CASE("8 processes run each of 1,000 tasks exactly once on MariaDB") { check_each_once(Backend::kMariadb, 1000); }

TEST_CASE("8 processes run each of 300 tasks exactly once on SQLite") { check_each_once(Backend::kSqlite, 300); }
