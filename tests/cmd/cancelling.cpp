// export-cancel: whoever claims the task, or nobody does; and what it never touches.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

bool is_cancelled(Room& room, long long id) {
  return room.database().query("SELECT status, error_msg, finished_at IS NOT NULL FROM t_report_task WHERE id = " +
                               id_text(id)) == std::vector<SqlRow>{{"FAILED", "cancelled", "1"}};
}

long long alerts_of(Room& room) { return room.database().number("SELECT COUNT(*) FROM t_alert"); }

}  // namespace

TEST_CASE("a queued task and one that waits for its retry are cancelled at once, without an alert") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long queued = room.submit({"rows"});
  const long long waiting = room.submit({"rows"});
  const long long other = room.submit({"rows"});
  room.database().execute("UPDATE t_report_task SET status = 'RETRY_WAIT', next_retry_at = created_at WHERE id = " +
                          id_text(waiting));
  for (const long long id : {queued, waiting}) {
    const Finished end = room.run("export-cancel", {id_text(id)});
    INFO(end.err);
    CHECK(end.exit_code == 0);
    CHECK(end.out == "task " + id_text(id) + ": cancelled\n");
    CHECK(events_of(end.err).back()["cancelled"] == 1);
    CHECK(is_cancelled(room, id));
  }
  CHECK(room.of(other, "status") == "PENDING");
  CHECK(alerts_of(room) == 0);
}

TEST_CASE("a running task stops at its next progress, leaves no file and no alert") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page#3");
  const Finished asked = room.run("export-cancel", {id_text(id), "--json"});
  CHECK(asked.exit_code == 0);
  const Json data = parse_json(asked.out)["data"];
  CHECK(data["status"] == "RUNNING");
  CHECK(data["cancelRequested"] == true);
  CHECK(room.of(id, "status") == "RUNNING");
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(events_of(end.err).back()["cancelled"] == 1);
  CHECK(is_cancelled(room, id));
  CHECK(room.files().empty());
  CHECK(alerts_of(room) == 0);
}

TEST_CASE("a running task whose claimer is gone is cancelled at once") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page#2");
  run.send(SIGKILL);
  run.wait();
  // The server may take a moment to notice that the dead process's connection is closed.
  REQUIRE(eventually([&] {
    CHECK(room.run("export-cancel", {id_text(id)}).exit_code == 0);
    return is_cancelled(room, id);
  }));
  CHECK(alerts_of(room) == 0);
}

TEST_CASE("a task with a cancel that fails or is interrupted before it sees it is cancelled, not tried again") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  SECTION("interrupted") {
    Process run = run_until(room, "page#2");
    CHECK(room.run("export-cancel", {id_text(id)}).exit_code == 0);
    run.send(SIGTERM);
    run.send(SIGCONT);
    CHECK(run.wait().exit_code == 143);
  }
  SECTION("failed, though it could be retried") {
    Process run = run_until(room, "counted", {"--task-timeout", "100ms", "--statement-timeout", "100ms"});
    REQUIRE(eventually([&] { return is_silent_for_200_ms(room); }));
    CHECK(room.run("export-cancel", {id_text(id)}).exit_code == 0);
    run.send(SIGCONT);
    CHECK(run.wait().exit_code == 0);
  }
  CHECK(is_cancelled(room, id));
  CHECK(room.of(id, "retry_count") == "0");
  CHECK(room.files().empty());
  CHECK(alerts_of(room) == 0);
}

TEST_CASE("a stalled task with a cancel is cancelled by cleanup, though its claimer lives") {
  Room room(Backend::kMariadb);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page#2");
  CHECK(room.run("export-cancel", {id_text(id)}).exit_code == 0);
  room.database().execute("UPDATE t_report_task SET heartbeat_at = heartbeat_at - INTERVAL 40 MINUTE");
  const std::string on_stall = GENERATE("timeout", "retry");
  CHECK(room.run("cleanup", {"--on-stall", on_stall}).exit_code == 0);
  CHECK(is_cancelled(room, id));
  CHECK(alerts_of(room) == 0);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  CHECK(is_cancelled(room, id));
  CHECK(room.files().empty());
}

TEST_CASE("what is finished before the cancel is seen stays finished") {
  Room room(Backend::kSqlite);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "published");
  CHECK(room.run("export-cancel", {id_text(id)}).exit_code == 0);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  CHECK(room.of(id, "status") == "SUCCESS");
  CHECK(room.files() == std::vector<std::string>{room.of(id, "file_path")});
}

TEST_CASE("cancelling twice is no error; what has ended otherwise is 65, what never was is 66 and 404") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3);
  const long long cancelled = room.submit({"rows"});
  CHECK(room.run("export-cancel", {id_text(cancelled)}).exit_code == 0);
  CHECK(room.run("export-cancel", {id_text(cancelled)}).exit_code == 0);
  CHECK(is_cancelled(room, cancelled));

  const long long done = room.submit({"rows"});
  const long long dead = room.submit({"absent"});
  CHECK(room.run("export-run", {}).exit_code == 1);
  for (const long long id : {done, dead}) {
    const std::string before = room.of(id, "updated_at");
    const Finished end = room.run("export-cancel", {id_text(id), "--json"});
    CHECK(end.exit_code == 65);
    CHECK(parse_json(end.out)["code"] == 65);
    CHECK(room.of(id, "updated_at") == before);
  }
  const Finished unknown = room.run("export-cancel", {"999", "--json"});
  CHECK(unknown.exit_code == 66);
  CHECK(parse_json(unknown.out)["code"] == 404);
}

TEST_CASE("a dry run of export-cancel changes nothing") {
  Room room(Backend::kSqlite);
  const long long id = room.submit({"rows"});
  const Finished end = room.run("export-cancel", {id_text(id), "--dry-run"});
  CHECK(end.exit_code == 0);
  CHECK_THAT(end.out, Contains("would be cancelled"));
  CHECK(room.of(id, "status") == "PENDING");
}

TEST_CASE("the list of the dead shows FAILED and TIMEOUT and how to drive one again") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3);
  const long long done = room.submit({"rows"});
  const long long dead = room.submit({"absent"});
  CHECK(room.run("export-run", {}).exit_code == 1);
  const long long queued = room.submit({"rows"});
  const Json list = parse_json(room.run("export-status", {"--dead", "--json"}).out)["data"];
  REQUIRE(list.size() == 1);
  CHECK(list[0]["id"] == dead);
  CHECK_THAT(room.run("export-status", {"--dead"}).out, Contains("export-submit --again"));
  CHECK(room.run("export-status", {"--dead", "--state", "FAILED"}).exit_code == 64);
  // Driven again it is a new task that names the old one, which stays as it was.
  const Finished again = room.run("export-submit", {"--again", id_text(dead)});
  CHECK(again.exit_code == 0);
  CHECK(room.of(std::stoll(again.out), "again_of") == id_text(dead));
  CHECK(room.of(dead, "status") == "FAILED");
  CHECK(room.of(done, "status") == "SUCCESS");
  CHECK(room.of(queued, "status") == "PENDING");
}
