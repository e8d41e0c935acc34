// The database restarts, becomes read-only, or is away, while a report runs.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;
using support::PrivateMariadb;
using support::SqlClient;

namespace {

constexpr int kRows = 3000;

// A server of its own, with a user who may not write to a read-only one.
class Server {
 public:
  Server() : database_(server_.create_database()), room_(Backend::kSqlite) {
    SqlClient(server_.url("mysql"))
        .execute("CREATE USER runner@localhost; GRANT ALL ON `" + database_->name() + "`.* TO runner@localhost");
    std::string url = database_->url();
    room_.set("ONESHOT_DB", url.replace(url.find("root"), 4, "runner"));
    if (room_.run("db-migrate", {}).exit_code != 0) throw std::runtime_error("db-migrate");
    sql("CREATE TABLE t (id INT PRIMARY KEY, label VARCHAR(64), amount DECIMAL(12,2), at DATETIME);"
        "INSERT INTO t SELECT seq, CONCAT('row ', seq), seq * 1.25, '2026-01-31 08:00:00' FROM seq_1_to_" +
        std::to_string(kRows));
  }

  Room& room() { return room_; }
  PrivateMariadb* operator->() { return &server_; }

  // Over a connection of root's own: those from before a restart are gone.
  std::string value(const std::string& sql) { return SqlClient(server_.url(database_->name())).value(sql); }
  void sql(const std::string& sql) { SqlClient(server_.url(database_->name())).execute(sql); }

  // The task is done, and its file is the only one.
  void check_finished() {
    CHECK(value("SELECT status FROM t_report_task") == "SUCCESS");
    const NamedFile named{value("SELECT file_path FROM t_report_task"), value("SELECT file_size FROM t_report_task"),
                          value("SELECT file_sha256 FROM t_report_task"),
                          value("SELECT written_rows FROM t_report_task")};
    CHECK(fault_of(room_.exports(), named, kRows) == "");
    CHECK(room_.files() == std::vector<std::string>{named.name});
  }

  void redeliver_until_finished() {
    CHECK(eventually([&] {
      CHECK(room_.run("redeliver", {}).exit_code == 0);
      return value("SELECT status FROM t_report_task") == "SUCCESS";
    }));
    check_finished();
  }

 private:
  PrivateMariadb server_;
  std::unique_ptr<support::TestDatabase> database_;
  Room room_;
};

const Words kCsv{"rows", "--format", "csv"};
const Words kSoon{"--backoff", "1ms", "--workers", "1"};

}  // namespace

TEST_CASE("a server that restarts in mid-run: tried again later, then whole") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15", kSoon);
  server->kill();
  server->start();
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(server.value("SELECT CONCAT(status, ' ', retry_count) FROM t_report_task") == "RETRY_WAIT 1");
  CHECK(server.room().files().empty());
  server.redeliver_until_finished();
}

TEST_CASE("a server that restarts when the file is ready: the file is kept and named") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "published");
  server->kill();
  server->start();
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  server.check_finished();
}

TEST_CASE("a server that is away for a while: the failure is written when it is back") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15", kSoon);
  server->kill();
  run.send(SIGCONT);
  // It does not give up while the grace time lasts.
  CHECK_FALSE(eventually([&] { return !run.is_running(); }, 3s));
  server->start();
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(server.value("SELECT CONCAT(status, ' ', retry_count) FROM t_report_task") == "RETRY_WAIT 1");
  CHECK(server.room().files().empty());
  server.redeliver_until_finished();
}

TEST_CASE("a server that stays away: the pass ends within its grace time, cleanup and redeliver go on later") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15");
  server->kill();
  const auto began = std::chrono::steady_clock::now();
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(std::chrono::steady_clock::now() - began < 40s);
  CHECK(end.exit_code == 69);
  for (const char* program : {"export-run", "redeliver", "cleanup"}) {
    const Finished refused = server.room().run(program, {});
    CHECK(refused.exit_code == 69);
    CHECK(refused.took < 10s);
  }
  server->start();
  CHECK(server.value("SELECT status FROM t_report_task") == "RUNNING");
  server.sql("UPDATE t_report_task SET heartbeat_at = UTC_TIMESTAMP(6) - INTERVAL 3 MINUTE");
  CHECK(server.room().run("cleanup", {}).exit_code == 0);
  CHECK(server.value("SELECT CONCAT(status, ' ', retry_count, ' ', crash_count) FROM t_report_task") ==
        "RETRY_WAIT 0 1");
  server.redeliver_until_finished();
}

TEST_CASE("SIGTERM while the server is away: gone within 5 s") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15");
  server->kill();
  run.send(SIGCONT);
  REQUIRE_FALSE(eventually([&] { return !run.is_running(); }, 500ms));
  run.send(SIGTERM);
  const auto sent = std::chrono::steady_clock::now();
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(std::chrono::steady_clock::now() - sent < 5s);
  CHECK(end.exit_code == 143);
}

TEST_CASE("SIGTERM while the server hangs: gone within 5 s, and the task is run again") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15");
  server->hang();
  run.send(SIGTERM);
  run.send(SIGCONT);
  const auto sent = std::chrono::steady_clock::now();
  const Finished end = run.wait();
  const auto gone_after = std::chrono::steady_clock::now() - sent;
  server->go_on();
  INFO(end.err);
  CHECK(gone_after < 5s);
  CHECK(end.exit_code == 143);
  CHECK(events_named(end.err, "run.left").size() == 1);
  server.sql("UPDATE t_report_task SET heartbeat_at = UTC_TIMESTAMP(6) - INTERVAL 3 MINUTE");
  REQUIRE(eventually([&] {
    CHECK(server.room().run("cleanup", {}).exit_code == 0);
    return server.value("SELECT status FROM t_report_task") == "RETRY_WAIT";
  }));
  // Either cleanup did that, or the server carried out a hand-back that nobody waited for any more; then the part stays
  // until the sweep of what no row names.
  sweep_after_hours(server.room());
  server.redeliver_until_finished();
}

TEST_CASE("a server that fails over to read-only in mid-run: tried again once it takes writes") {
  Server server;
  server.room().submit(kCsv);
  Process run = run_until(server.room(), "page#15", kSoon);
  server.sql("SET GLOBAL read_only = 1");
  run.send(SIGCONT);
  CHECK_FALSE(eventually([&] { return !run.is_running(); }, 2s));
  server.sql("SET GLOBAL read_only = 0");
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(server.value("SELECT CONCAT(status, ' ', retry_count) FROM t_report_task") == "RETRY_WAIT 1");
  CHECK(server.value("SELECT error_msg FROM t_report_task").find("(1290)") != std::string::npos);
  server.redeliver_until_finished();
}

TEST_CASE("a server that is read-only from the start: nothing is claimed, and the pass says so") {
  Server server;
  server.room().submit(kCsv);
  server.sql("SET GLOBAL read_only = 1");
  for (const char* program : {"export-run", "cleanup"}) {
    const Finished run = server.room().run(program, {});
    INFO(run.err);
    CHECK(run.exit_code == 69);
  }
  CHECK(server.value("SELECT status FROM t_report_task") == "PENDING");
  CHECK(server.room().files().empty());
}
