// The connection breaks at the very statement that changes the row: carried out without an answer, or never arrived.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"
#include "support/cutting_proxy.hpp"

using namespace crash_tests;
using support::Cut;
using support::CuttingProxy;

namespace {

constexpr int kRows = 3000;

const Cut kClaim{"COMMIT", "SET status = 'RUNNING'"};
const Cut kProgress{"GREATEST(progress"};
const Cut kFinish{"SET status = 'SUCCESS'"};
const Cut kRetry{"retry_count = retry_count + 1"};
const Cut kFailure{"COMMIT", "SET status = 'FAILED'"};
const Cut kHandBack{"interrupt_count = interrupt_count + 1"};
const Cut kSubmit{"COMMIT", "INSERT INTO t_report_task"};

// The same break, with each thing that the server may know of it.
Cut each_way(Cut cut) {
  const auto [reaches, notices] = GENERATE(std::pair{true, true}, std::pair{false, true}, std::pair{true, false});
  cut.reaches_server = reaches;
  cut.server_notices = notices;
  return cut;
}

std::string told(const Cut& cut) {
  return std::string(cut.reaches_server ? "the reply" : "the statement") + " is lost, the server " +
         (cut.server_notices ? "knows" : "does not notice");
}

Variables through(const Room& room, const CuttingProxy& proxy) {
  return {{"ONESHOT_DB", "mysql://root@127.0.0.1:" + std::to_string(proxy.port()) + "/" + room.database().name()}};
}

std::size_t begun(const Finished& run) { return events_named(run.err, "task.begin").size(); }

}  // namespace

TEST_CASE("a claim that breaks at its commit: run once, by the one who claimed") {
  const Cut cut = each_way(kClaim);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 0);
  CHECK(begun(run) == 1);
  check_only_whole_file(room, id, kRows);
  CHECK(room.of(id, "retry_count") == "0");
}

TEST_CASE("a claim whose commit broke holds its lock again while the task runs") {
  Cut cut = kClaim;
  cut.reaches_server = GENERATE(true, false);
  cut.server_notices = GENERATE(true, false);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  Process run = run_until(room, "page#15", {}, through(room, proxy));
  set_heartbeat_back(room, id, std::chrono::minutes{5});
  CHECK(room.run("cleanup", {}).exit_code == 0);
  CHECK(room.of(id, "status") == "RUNNING");
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  check_only_whole_file(room, id, kRows);
}

TEST_CASE("a claim that breaks late, when a ping makes the connection anew first, is found all the same") {
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), kClaim);
  Process run = run_until(room, "locked", {"--for", "3s"}, through(room, proxy));
  REQUIRE(eventually([&] {
    return room.database().number(
               "SELECT COALESCE(MAX(time), 0) FROM information_schema.processlist WHERE db = DATABASE() AND "
               "command = 'Sleep' AND id <> CONNECTION_ID()") >= 3;
  }));
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(proxy.has_cut());
  CHECK(end.exit_code == 0);
  CHECK(begun(end) == 1);
  check_only_whole_file(room, id, kRows);
  CHECK(room.of(id, "crash_count") == "0");
}

TEST_CASE("a claim by id that breaks at its commit is run once") {
  const Cut cut = each_way(kClaim);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {"--task", id_text(id)}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 0);
  CHECK(begun(run) == 1);
  check_only_whole_file(room, id, kRows);
}

TEST_CASE("a progress write that breaks: the task is tried again later, whole") {
  const Cut cut = each_way(kProgress);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {"--backoff", "1ms"}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 0);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "retry_count") == "1");
  CHECK(room.files().empty());
  CHECK(eventually([&] { return begun(room.run("redeliver", {})) == 1; }));
  check_only_whole_file(room, id, kRows);
}

TEST_CASE("a finish that breaks: the file stays and the row names it") {
  const Cut cut = each_way(kFinish);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows", "--format", "csv"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 0);
  CHECK(events_of(run.err).back()["finished"] == 1);
  check_only_whole_file(room, id, kRows);
  CHECK(room.of(id, "retry_count") == "0");
}

TEST_CASE("a failure whose write breaks is counted once") {
  const Cut cut = each_way(kRetry);
  INFO(told(cut));
  Room room(Backend::kMariadb, "[long]\nfrom = \"t\"\nkey = [\"id\"]\ncolumns = [ { expr = \"SLEEP(5)\" } ]\n");
  room.database().make_rows(1);
  const long long id = room.submit({"long"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {"--statement-timeout", "1s"}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 0);
  CHECK(events_of(run.err).back()["retried"] == 1);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "retry_count") == "1");
  CHECK(room.files().empty());
}

TEST_CASE("a death whose commit breaks is told once") {
  const Cut cut = each_way(kFailure);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  const long long id = room.submit({"absent"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  const Finished run = room.run("export-run", {}, through(room, proxy));
  INFO(run.err);
  CHECK(proxy.has_cut());
  CHECK(run.exit_code == 1);
  CHECK(events_of(run.err).back()["failed"] == 1);
  CHECK(room.of(id, "status") == "FAILED");
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
}

TEST_CASE("a hand-back that breaks costs one interruption, not two") {
  const Cut cut = each_way(kHandBack);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  room.database().make_rows(kRows);
  const long long id = room.submit({"rows"});
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  Process run = run_until(room, "page#15", {}, through(room, proxy));
  run.send(SIGTERM);
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(proxy.has_cut());
  CHECK(end.exit_code == 143);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "interrupt_count") == "1");
  CHECK(room.files().empty());
}

TEST_CASE("a submission that breaks at its commit makes one row, and its id is told") {
  const Cut cut = each_way(kSubmit);
  INFO(told(cut));
  Room room(Backend::kMariadb);
  const CuttingProxy proxy(support::PrivateMariadb::shared().port(), cut);
  Finished end = room.run("export-submit", {"one", "--request-id", "r-1"}, through(room, proxy));
  CHECK(proxy.has_cut());
  if (!cut.reaches_server) {
    CHECK(end.exit_code == 69);  // nothing was kept, and nothing was promised
    end = room.run("export-submit", {"one", "--request-id", "r-1"}, through(room, proxy));
  }
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(end.out == room.database().value("SELECT id FROM t_report_task") + "\n");
}
