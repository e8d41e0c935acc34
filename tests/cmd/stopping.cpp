// A pass that is stopped, or killed: the work is handed back at no cost, and nothing half-done is named.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

std::string now_of(Backend backend) {
  return backend == Backend::kMariadb ? "UTC_TIMESTAMP(6)" : "strftime('%Y-%m-%d %H:%M:%f999', 'now')";
}

}  // namespace

TEST_CASE("SIGTERM in mid-run hands the task back, due now, and costs no retry") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  const long long untouched = room.submit({"rows"});
  Process run = run_until(room, "page#3", {"--workers", "1"});
  REQUIRE(room.files().size() == 1);
  run.send(SIGTERM);
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 143);
  CHECK(events_of(end.err).back()["outcome"] == "terminated");
  CHECK(events_named(end.err, "task.end").at(0)["result"] == "RETRY_WAIT");
  CHECK(room.database().query("SELECT status, retry_count, interrupt_count, crash_count, file_path, next_retry_at <= " +
                              now_of(backend) + " FROM t_report_task WHERE id = " + id_text(id)) ==
        std::vector<SqlRow>{{"RETRY_WAIT", "0", "1", "0", std::nullopt, "1"}});
  CHECK(room.of(untouched, "status") == "PENDING");
  CHECK(room.files().empty());
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 0);

  // What was handed back can be driven to its end.
  CHECK(room.run("export-run", {"--task", id_text(id)}).exit_code == 0);
  CHECK(room.of(id, "status") == "SUCCESS");
  CHECK(room.of(id, "written_rows") == "3000");
}

TEST_CASE("SIGINT does the same, with 130") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page");
  run.send(SIGINT);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 130);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.files().empty());
}

TEST_CASE("a task whose file is already written when SIGTERM comes is finished") {
  Room room(Backend::kSqlite);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "published");
  run.send(SIGTERM);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 143);
  CHECK(room.of(id, "status") == "SUCCESS");
  CHECK(room.files() == std::vector<std::string>{room.of(id, "file_path")});
}

TEST_CASE("SIGTERM during a slow query is heard within seconds") {
  Room room(Backend::kMariadb, R"toml(
[slow]
from = "t"
key = ["id"]
page_rows = 20
columns = [ { expr = "id" }, { expr = "SLEEP(0.01)", header = "pause" } ]
)toml");
  room.database().make_rows(20'000);
  const long long id = room.submit({"slow"});
  Process run = room.start("export-run", {});
  REQUIRE(eventually([&] { return room.of(id, "total_rows") == "20000"; }));
  run.send(SIGTERM);
  const Finished end = run.wait(std::chrono::seconds{20});
  CHECK(end.exit_code == 143);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "interrupt_count") == "1");
}

TEST_CASE("kill -9 in mid-run leaves the row RUNNING, with no file under its final name") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page#3");
  run.send(SIGKILL);
  CHECK(run.wait().signal == SIGKILL);
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.of(id, "file_path") == "NULL");
  for (const std::string& name : room.files()) CHECK(std::filesystem::path(name).extension() == ".part");
  // Nobody else takes what is RUNNING, and it cannot be downloaded.
  CHECK(room.run("export-run", {}).exit_code == 0);
  CHECK(room.run("export-run", {"--task", id_text(id)}).exit_code == 0);
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.run("export-download", {id_text(id)}).exit_code == 75);
}

TEST_CASE("kill -9 after the file got its name leaves no row that names it") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "published");
  run.send(SIGKILL);
  run.wait();
  CHECK(room.files().size() == 1);
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.of(id, "file_path") == "NULL");
  CHECK(room.run("export-download", {id_text(id)}).exit_code == 75);
}

TEST_CASE("a task interrupted for the fifth time is dead, with one alert") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  const std::string id = id_text(room.submit({"rows"}));
  for (int i = 1; i <= 5; ++i) {
    // Before the first row is written: no progress is made.
    Process run = run_until(room, "counted", {"--task", id});
    run.send(SIGTERM);
    run.send(SIGCONT);
    run.wait();
    INFO(i);
    CHECK(room.of(1, "status") == (i < 5 ? "RETRY_WAIT" : "FAILED"));
    CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == (i < 5 ? 0 : 1));
  }
}

TEST_CASE("who lost its claim changes nothing and removes its own file") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "published");
  const std::string theirs(32, 'f');
  room.database().execute("UPDATE t_report_task SET run_token = '" + theirs + "'");
  run.send(SIGCONT);
  const Finished end = run.wait();
  CHECK(end.exit_code == 0);
  CHECK(events_named(end.err, "task.end").at(0)["result"] == "fenced");
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.of(id, "run_token") == theirs);
  CHECK(room.files().empty());
}
