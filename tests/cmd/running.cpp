// export-run: what one pass takes, what it leaves, and what it tells.
#include <catch2/catch.hpp>
#include <set>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

std::vector<long long> begun_in(const std::string& log) {
  std::vector<long long> ids;
  for (const Json& event : events_named(log, "task.begin")) ids.push_back(event["task_id"]);
  return ids;
}

long long count_of(Room& room, const std::string& status) {
  return room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status = '" + status + "'");
}

}  // namespace

TEST_CASE("a pass ends with a file for each task and says what it did") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(250);
  const long long id = room.submit({"rows"});
  const Finished run = room.run("export-run", {});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.out.empty());
  const Json end = events_of(run.err).back();
  CHECK(end["outcome"] == "done");
  CHECK(end["claimed"] == 1);
  CHECK(end["finished"] == 1);
  REQUIRE(room.files().size() == 1);
  CHECK(room.files()[0] == id_text(id) + "-" + room.of(id, "run_token") + ".xlsx");
  CHECK(room.of(id, "file_path") == room.files()[0]);
  CHECK(std::to_string(std::filesystem::file_size(room.exports() + "/" + room.files()[0])) == room.of(id, "file_size"));
  CHECK(room.database().query(
            "SELECT status, progress, retry_count, total_rows, written_rows, error_msg FROM t_report_task") ==
        std::vector<SqlRow>{{"SUCCESS", "100", "0", "250", "250", std::nullopt}});

  // The second pass finds nothing.
  const Finished twice = room.run("export-run", {});
  CHECK(twice.exit_code == 0);
  CHECK(events_of(twice.err).back()["claimed"] == 0);
}

TEST_CASE("each execution is traceable: its thread tells task, trace, duration and result") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  std::set<std::string> traces;
  for (int i = 0; i < 6; ++i) room.submit({i % 2 ? "one" : "absent", "--trace-id", "trace-" + std::to_string(i)});
  const Finished run = room.run("export-run", {"--workers", "3"});
  INFO(run.err);
  const std::vector<Json> ends = events_named(run.err, "task.end");
  CHECK(ends.size() == 6);
  for (const Json& end : ends) {
    INFO(end.dump());
    CHECK_THAT(end["thread"].get<std::string>(), Catch::Matchers::Matches("report-task-[123]"));
    CHECK(end["task_id"].is_number());
    CHECK(end["trace_id"] == room.of(end["task_id"], "trace_id"));
    CHECK(end["duration_ms"].is_number_unsigned());
    CHECK(end["result"] == room.of(end["task_id"], "status"));
    traces.insert(end["trace_id"]);
  }
  CHECK(traces.size() == 6);
  // As text, one can search for the thread's name.
  room.submit({"one"});
  CHECK_THAT(room.run("export-run", {"--log-format", "text"}).err,
             Contains("[report-task-") && Contains(" result=SUCCESS "));
}

TEST_CASE("a task that has ended is not run again, and the program says so") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long good = room.submit({"one"}), bad = room.submit({"absent"});
  REQUIRE(room.run("export-run", {}).exit_code == 1);
  const std::string path = room.exports() + "/" + room.of(good, "file_path");
  const auto written_at = std::filesystem::last_write_time(path);
  const auto row = room.database().query("SELECT * FROM t_report_task ORDER BY id");
  for (const long long id : {good, bad}) {
    const Finished end = room.run("export-run", {"--task", id_text(id)});
    INFO(end.err);
    CHECK(end.exit_code == 0);
    CHECK(events_named(end.err, "task.begin").empty());
    const Json said = events_named(end.err, "task.not_claimed").at(0);
    CHECK(said["affected"] == 0);
    CHECK(said["status"] == room.of(id, "status"));
    CHECK_THAT(said["message"].get<std::string>(), Contains("terminal"));
    CHECK(events_of(end.err).back()["outcome"] == "skipped");
  }
  CHECK(room.database().query("SELECT * FROM t_report_task ORDER BY id") == row);
  CHECK(std::filesystem::last_write_time(path) == written_at);
  CHECK(room.files().size() == 1);
  CHECK(room.run("export-run", {"--task", "999"}).exit_code == 66);
}

TEST_CASE("the sooner priority goes first, then the older task") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  const Room room(backend);
  const long long late = room.submit({"one", "--priority", "200"}), first = room.submit({"one", "--priority", "-5"}),
                  plain = room.submit({"one"}), younger = room.submit({"one"});
  const Finished run = room.run("export-run", {"--workers", "1"});
  CHECK(begun_in(run.err) == std::vector<long long>{first, plain, younger, late});
}

TEST_CASE("--limit takes so many and leaves the rest") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  for (int i = 0; i < 5; ++i) room.submit({"one"});
  const Finished run = room.run("export-run", {"--limit", "3", "--workers", "2"});
  CHECK(begun_in(run.err).size() == 3);
  CHECK(count_of(room, "SUCCESS") == 3);
  CHECK(count_of(room, "PENDING") == 2);
}

TEST_CASE("--task runs that one and no other") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long other = room.submit({"one", "--priority", "1"}), wanted = room.submit({"one"});
  CHECK(begun_in(room.run("export-run", {"--task", id_text(wanted)}).err) == std::vector<long long>{wanted});
  CHECK(room.of(other, "status") == "PENDING");
}

TEST_CASE("--for picks up a task that is submitted after the start") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long early = room.submit({"one"});
  Process run = room.start("export-run", {"--for", "1h"});
  REQUIRE(eventually([&] { return room.of(early, "status") == "SUCCESS"; }));
  const long long late = room.submit({"one"});
  CHECK(eventually([&] { return room.of(late, "status") == "SUCCESS"; }));
  run.send(SIGTERM);
  CHECK(run.wait().exit_code == 143);
}

TEST_CASE("--for ends by itself when nothing more comes") {
  const Room room(Backend::kSqlite);
  const Finished run = room.run("export-run", {"--for", "1s"});
  CHECK(run.exit_code == 0);
  CHECK(run.took >= milliseconds{1000});
}

TEST_CASE("--max-running counts what runs in the whole database") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().execute(
      "INSERT INTO t_report_task (user_id, report, status, run_token, heartbeat_at) VALUES (1, 'one', 'RUNNING', 'x', "
      "'2026-01-01')");
  const long long waiting = room.submit({"one"});
  CHECK(begun_in(room.run("export-run", {"--max-running", "1"}).err).empty());
  const Finished named = room.run("export-run", {"--max-running", "1", "--task", id_text(waiting)});
  CHECK(named.exit_code == 0);
  CHECK(events_named(named.err, "task.not_claimed").size() == 1);
  CHECK(room.of(waiting, "status") == "PENDING");
  CHECK(begun_in(room.run("export-run", {"--max-running", "2"}).err) == std::vector<long long>{waiting});
}

TEST_CASE("free workers go on claiming while others are busy") {
  Room room(Backend::kMariadb, "[slow]\nquery = \"SELECT id, SLEEP(IF(id = 1, 60, 0)) AS s FROM t\"\n");
  room.database().make_rows(2);
  const long long slow = room.submit({"slow", "--priority", "1"});
  Process run = room.start("export-run", {"--workers", "2"});
  REQUIRE(eventually([&] { return room.of(slow, "status") == "RUNNING"; }));
  std::vector<long long> quick;
  for (int i = 0; i < 4; ++i) quick.push_back(room.submit({"one"}));
  for (const long long id : quick) CHECK(eventually([&] { return room.of(id, "status") == "SUCCESS"; }));
  CHECK(room.of(slow, "status") == "RUNNING");
}

TEST_CASE("--dry-run names what it would claim and changes nothing") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = room.submit({"one"});
  const auto before = room.database().query("SELECT * FROM t_report_task");
  const Finished run = room.run("export-run", {"--dry-run"});
  CHECK(run.exit_code == 0);
  CHECK(events_named(run.err, "run.would_claim").at(0)["task_id"] == id);
  CHECK(room.database().query("SELECT * FROM t_report_task") == before);
  CHECK(room.files().empty());
}

TEST_CASE("--dry-run names only what a pass would claim") {
  const Room room(Backend::kSqlite);
  room.submit({"one", "--not-before", "2099-01-01T00:00:00Z"});
  CHECK(events_named(room.run("export-run", {"--dry-run"}).err, "run.would_claim").empty());
}

TEST_CASE("a report that this host does not define is left to others") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().execute("INSERT INTO t_report_task (user_id, report) VALUES (1, 'elsewhere')");
  const long long ours = room.submit({"one"});
  CHECK(begun_in(room.run("export-run", {}).err) == std::vector<long long>{ours});
  CHECK(room.of(1, "status") == "PENDING");
}

TEST_CASE("an export folder that takes no file ends the pass with 73 and claims nothing") {
  Room room(Backend::kSqlite);
  const long long id = room.submit({"one"});
  const std::string missing = room.folder().file("missing"), file = room.folder().write("file", "");
  for (const std::string& folder : {missing, file}) {
    const Finished run = room.run("export-run", {"--export-dir", folder});
    INFO(run.err);
    CHECK(run.exit_code == 73);
    CHECK_THAT(run.err, Contains(folder));
    CHECK(room.of(id, "status") == "PENDING");
  }
}

TEST_CASE("wrong report definitions end the pass with 78 and claim nothing") {
  Room room(Backend::kSqlite);
  const long long id = room.submit({"one"});
  const std::string broken = room.folder().write("broken.toml", "[one]\nquery = \"SELECT 1\"\nkey = 3\n");
  for (const std::string& reports : {broken, room.folder().file("no-such-file")}) {
    const Finished run = room.run("export-run", {"--reports", reports});
    CHECK(run.exit_code == 78);
    CHECK_THAT(run.err, Contains(reports));
    CHECK(room.of(id, "status") == "PENDING");
  }
}
