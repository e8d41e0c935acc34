// Who lost its claim while it stood still changes nothing when it goes on; who is only slow keeps it.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;

namespace {

constexpr int kRows = 3000;  // 30 pages

std::vector<SqlRow> row_of(Room& room, long long id) {
  return room.database().query("SELECT * FROM t_report_task WHERE id = " + id_text(id));
}

// The connections of the programs that run; root's own are not among them.
void cut_all_connections(Room& room) {
  for (const SqlRow& row : room.database().query(
           "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()"))
    room.database().execute("KILL CONNECTION " + *row[0]);
}

// The stopped one goes on, finds its claim gone, and leaves the row and the other's file alone.
void go_on_fenced(Room& room, Process& stopped, long long id) {
  const auto before = row_of(room, id);
  const std::vector<std::string> theirs{room.of(id, "file_path")};
  stopped.send(SIGCONT);
  const Finished end = stopped.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(events_named(end.err, "task.end").at(0)["result"] == "fenced");
  CHECK(row_of(room, id) == before);
  check_only_whole_file(room, id, kRows);
}

}  // namespace

TEST_CASE("a pass that was stopped for 40 min changes nothing once another has finished its task") {
  const Backend backend = each_backend();
  const std::string step = GENERATE("page#15", "written", "published");
  INFO(name_of(backend) << ", stopped at " << step);
  Room room(backend);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  Process stopped = run_until(room, step);
  set_heartbeat_back(room, id, 40min);
  CHECK(room.run("cleanup", {"--on-stall", "retry"}).exit_code == 0);
  REQUIRE(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.run("redeliver", {}).exit_code == 0);
  REQUIRE(room.of(id, "status") == "SUCCESS");
  go_on_fenced(room, stopped, id);
  CHECK(room.of(id, "retry_count") == "0");
}

TEST_CASE("a pass whose connections were cut while it was stopped changes nothing either") {
  const std::string step = GENERATE("page#15", "written", "published");
  INFO("stopped at " << step);
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  Process stopped = run_until(room, step);
  cut_all_connections(room);
  set_heartbeat_back(room, id, 3min);
  // The claim lock went with the connection: taken for crashed at two minutes.
  REQUIRE(eventually([&] {
    CHECK(room.run("cleanup", {}).exit_code == 0);
    return room.of(id, "status") == "RETRY_WAIT";
  }));
  CHECK(room.run("redeliver", {}).exit_code == 0);
  REQUIRE(room.of(id, "status") == "SUCCESS");
  go_on_fenced(room, stopped, id);
}

TEST_CASE("a fenced pass leaves the file of the claim that runs now alone") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  Process first = run_until(room, "page#15");
  set_heartbeat_back(room, id, 40min);
  REQUIRE(room.run("cleanup", {"--on-stall", "retry"}).exit_code == 0);
  Process second = run_until(room, "page#5", {"--task", id_text(id)});
  first.send(SIGCONT);
  CHECK(events_named(first.wait().err, "task.end").at(0)["result"] == "fenced");
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.files().size() == 1);
  second.send(SIGCONT);
  CHECK(second.wait().exit_code == 0);
  check_only_whole_file(room, id, kRows);
}

TEST_CASE("a task that timed out while its pass was stopped stays so, and its file goes") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows"});
  Process stopped = run_until(room, "published");
  set_heartbeat_back(room, id, 40min);
  CHECK(room.run("cleanup", {}).exit_code == 1);
  CHECK(room.files().empty());
  const auto before = row_of(room, id);
  stopped.send(SIGCONT);
  CHECK(stopped.wait().exit_code == 0);
  CHECK(row_of(room, id) == before);
  CHECK(room.of(id, "status") == "TIMEOUT");
  CHECK(room.files().empty());
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
}

TEST_CASE("a query that waits for a table lock for minutes is slow, not dead") {
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  support::SqlClient other(room.database().url());
  other.execute("LOCK TABLES t WRITE");
  Process run = room.start("export-run", {"--statement-timeout", "10m"});
  REQUIRE(eventually([&] {
    return room.database().number(
               "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND "
               "state LIKE 'Waiting for table%'") == 1;
  }));
  set_heartbeat_back(room, id, 5min);
  const auto before = row_of(room, id);
  const Finished cleanup = room.run("cleanup", {});
  CHECK(cleanup.exit_code == 0);
  CHECK(events_of(cleanup.err).back()["crashed"] == 0);
  CHECK(row_of(room, id) == before);
  other.execute("UNLOCK TABLES");
  CHECK(run.wait().exit_code == 0);
  check_only_whole_file(room, id, kRows);
}

TEST_CASE("a pass that stands still for five minutes and lives is not taken for crashed") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  Process slow = run_until(room, "page#15");
  set_heartbeat_back(room, id, 5min);
  const auto before = row_of(room, id);
  CHECK(room.run("cleanup", {}).exit_code == 0);
  CHECK(row_of(room, id) == before);
  slow.send(SIGCONT);
  CHECK(slow.wait().exit_code == 0);
  check_only_whole_file(room, id, kRows);
}
