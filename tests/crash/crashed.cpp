// A pass that dies: whenever that is, the next passes come to the same end, and no row names what is incomplete.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;

namespace {

constexpr int kPages = 60;

std::string pages_of(int rows) {
  return "[large]\nfrom = \"t\"\nkey = [\"id\"]\npage_rows = " + std::to_string(rows / kPages) +
         "\ncolumns = [ { expr = \"id\" }, { expr = \"label\" }, { expr = \"amount\" } ]\n";
}

// Dies at a step of its own; the row is as it left it.
void die_at(Room& room, const std::string& step, Words words = {}) {
  const Finished end = room.run("export-run", words, {{"ONESHOT_TEST_STEP", step + ":kill"}});
  INFO(end.err);
  REQUIRE(end.signal == SIGKILL);
}

long long named_files(Room& room) {
  return room.database().number("SELECT COUNT(*) FROM t_report_task WHERE file_path IS NOT NULL");
}

}  // namespace

TEST_CASE("kill -9 at each tenth of 300,000 rows: cleanup and redeliver finish it at no cost") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  constexpr int kRows = 300'000;
  Room room(backend, pages_of(kRows));
  room.database().make_rows(kRows);
  for (int tenth = 1; tenth <= 10; ++tenth) {
    INFO("at tenth " << tenth);
    const long long id = room.submit({"large", "--format", "csv"});
    die_at(room, "page#" + std::to_string(kPages / 10 * tenth), {"--task", id_text(id)});
    CHECK(room.of(id, "status") == "RUNNING");
    CHECK(room.of(id, "written_rows") == std::to_string(kRows / 10 * tenth));
    CHECK(named_files(room) == 0);

    // Its lock is free at once, yet for two minutes it may only be slow.
    CHECK(room.run("cleanup", {}).exit_code == 0);
    CHECK(room.of(id, "status") == "RUNNING");
    set_heartbeat_back(room, id, 3min);
    CHECK(room.run("cleanup", {}).exit_code == 0);
    CHECK(room.of(id, "status") == "RETRY_WAIT");
    CHECK(room.of(id, "crash_count") == "1");
    CHECK(named_files(room) == 0);
  }
  CHECK(room.run("redeliver", {}).exit_code == 0);
  for (const SqlRow& row : room.database().query("SELECT id FROM t_report_task")) {
    const long long id = std::stoll(*row[0]);
    CHECK(room.of(id, "retry_count") == "0");
    CHECK(fault_of(room, id, kRows) == "");
  }
  sweep_after_hours(room);
  CHECK(room.files().size() == 10);
}

TEST_CASE("kill -9 at each named step: the next passes come to the undisturbed end") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  constexpr int kRows = 1200;
  for (const std::string step :
       {"locked", "claimed", "counted", "page", "page#12", "written", "published", "finished"}) {
    INFO("at step " << step);
    Room room(backend);
    room.database().make_rows(kRows);
    const long long id = room.submit({"rows", "--format", "csv"});
    die_at(room, step);
    // Only a row makes a file a result.
    CHECK(named_files(room) == (step == "finished" ? 1 : 0));
    room.database().execute("UPDATE t_report_task SET heartbeat_at = " + room.database().from_now(-3min) +
                            " WHERE heartbeat_at IS NOT NULL");
    for (const char* program : {"cleanup", "redeliver", "export-run"}) CHECK(room.run(program, {}).exit_code == 0);
    sweep_after_hours(room);
    check_only_whole_file(room, id, kRows);
    CHECK(room.of(id, "retry_count") == "0");
    CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 0);
  }
}

TEST_CASE("a cleanup that is killed leaves its lease for its time, and the next one goes on") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long first = room.submit({"one"}), second = room.submit({"one"});
  room.database().execute("UPDATE t_report_task SET status = 'RUNNING', run_token = '" + std::string(32, 'a') +
                          "', heartbeat_at = " + room.database().from_now(-5min));
  const Words words{"--lease-ttl", "1s"};
  REQUIRE(room.run("cleanup", words, {{"ONESHOT_TEST_STEP", "settled:kill"}}).signal == SIGKILL);
  CHECK(room.of(first, "status") == "RETRY_WAIT");
  CHECK(room.of(second, "status") == "RUNNING");
  CHECK(eventually([&] { return room.run("cleanup", words).err.find("cleanup started") != std::string::npos; }));
  CHECK(room.of(first, "crash_count") == "1");
  CHECK(room.of(second, "status") == "RETRY_WAIT");
}

TEST_CASE("SIGTERM at each tenth of a large export: gone within 5 s, due now, at no cost") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  const int rows = number_from_environment("ONESHOT_INTERRUPTED_ROWS", 60'000);
  Room room(backend, pages_of(rows));
  room.database().make_rows(rows);
  const long long id = room.submit({"large"});
  for (int tenth = 0; tenth < 10; ++tenth) {
    INFO("after tenth " << tenth);
    Process run = run_until(room, "page#" + std::to_string(kPages / 10 * tenth + 1), {"--task", id_text(id)});
    run.send(SIGTERM);
    const auto sent = std::chrono::steady_clock::now();
    run.send(SIGCONT);
    const Finished end = run.wait();
    INFO(end.err);
    CHECK(std::chrono::steady_clock::now() - sent < 5s);
    CHECK(end.exit_code == 143);
    CHECK(
        room.database().query("SELECT status, retry_count, crash_count, interrupt_count, file_path, next_retry_at <= " +
                              room.database().from_now(0s) + " FROM t_report_task") ==
        std::vector<SqlRow>{{"RETRY_WAIT", "0", "0", "1", std::nullopt, "1"}});
    CHECK(room.files().empty());
  }
  CHECK(room.run("redeliver", {}).exit_code == 0);
  check_only_whole_file(room, id, rows);
}

TEST_CASE("SIGTERM while the end of a workbook is written: gone within 5 s, done or due now, never half") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  const int rows = number_from_environment("ONESHOT_INTERRUPTED_ROWS", 60'000);
  Room room(backend, pages_of(rows));
  room.database().make_rows(rows);
  const long long id = room.submit({"large"});
  Process run = run_until(room, "page#" + std::to_string(kPages));
  run.send(SIGTERM);
  const auto sent = std::chrono::steady_clock::now();
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(std::chrono::steady_clock::now() - sent < 5s);
  CHECK(end.exit_code == 143);
  if (room.of(id, "status") != "SUCCESS") {
    CHECK(room.of(id, "status") == "RETRY_WAIT");
    CHECK(room.of(id, "retry_count") == "0");
    CHECK(room.files().empty());
    CHECK(room.run("redeliver", {}).exit_code == 0);
  }
  check_only_whole_file(room, id, rows);
}
