// The bound of the queue, exact under concurrency.
#include <catch2/catch.hpp>
#include <map>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

// `count` programs, all started before the first is waited for.
std::vector<Finished> submit_at_once(const Room& room, int count, const Words& words) {
  std::vector<Process> processes;
  for (int i = 0; i < count; ++i) processes.push_back(room.start("export-submit", words));
  std::vector<Finished> ends;
  for (Process& process : processes) ends.push_back(process.wait());
  return ends;
}

void check_bound(Room& room, const std::vector<Finished>& ends, int bound) {
  int accepted = 0, refused = 0;
  for (const Finished& end : ends) {
    accepted += end.exit_code == 0 && !end.out.empty();
    if (end.exit_code == 0) continue;
    INFO(end.exit_code << " " << end.err);
    ++refused;
    CHECK(end.exit_code == 75);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Contains("busy, try again later"));
  }
  const int surplus = static_cast<int>(ends.size()) - bound;
  CHECK(accepted == bound);
  CHECK(refused == surplus);
  CHECK(
      room.database().query("SELECT status, COALESCE(error_msg, '-'), COUNT(*) FROM t_report_task GROUP BY status, "
                            "error_msg ORDER BY status") ==
      std::vector<SqlRow>{{"FAILED", "queue full", std::to_string(surplus)}, {"PENDING", "-", std::to_string(bound)}});
  // What was refused leaves the request id free for another try.
  CHECK(room.database().number(
            "SELECT COUNT(*) FROM t_report_task WHERE status = 'FAILED' AND request_id IS NOT NULL") == 0);
}

}  // namespace

TEST_CASE("of 300 submits at once exactly 216 are accepted on MariaDB") {
  Room room(Backend::kMariadb);
  check_bound(room, submit_at_once(room, 300, {"one"}), 216);
}

TEST_CASE("of 60 submits at once exactly 40 are accepted on SQLite") {
  Room room(Backend::kSqlite);
  check_bound(room, submit_at_once(room, 60, {"one", "--queue-limit", "40"}), 40);
}

TEST_CASE("a full queue is told as JSON, and accepts again once there is room") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend);
  const Words words{"one", "--queue-limit", "1", "--request-id", "r", "--user", "7"};
  room.submit({"one"});
  Words as_json = words;
  as_json.push_back("--json");
  const Finished refused = room.run("export-submit", as_json);
  CHECK(refused.exit_code == 75);
  CHECK(parse_json(refused.out) == Json{{"code", 75}, {"message", "busy, try again later"}});
  CHECK(room.run("export-run", {}).exit_code == 0);
  const long long id = room.submit(words);
  CHECK(room.of(id, "status") == "PENDING");
  // A duplicate takes no place.
  CHECK(room.submit(words) == id);
}

TEST_CASE("what waits for a retry and what runs take places in the queue") {
  Room room(Backend::kSqlite);
  room.database().execute(
      "INSERT INTO t_report_task (user_id, report, status, next_retry_at) VALUES (1, 'one', 'RETRY_WAIT', "
      "'2099-01-01');"
      "INSERT INTO t_report_task (user_id, report, status, run_token, heartbeat_at) VALUES (1, 'one', 'RUNNING', 'x', "
      "'2026-01-01')");
  CHECK(room.run("export-submit", {"one", "--queue-limit", "2"}).exit_code == 75);
  CHECK(room.run("export-submit", {"one", "--queue-limit", "3"}).exit_code == 0);
}

TEST_CASE("one user's bound leaves room for others") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  const Room room(backend);
  CHECK(room.run("export-submit", {"one", "--user", "1", "--user-limit", "1"}).exit_code == 0);
  CHECK(room.run("export-submit", {"one", "--user", "1", "--user-limit", "1"}).exit_code == 75);
  CHECK(room.run("export-submit", {"one", "--user", "2", "--user-limit", "1"}).exit_code == 0);
}
