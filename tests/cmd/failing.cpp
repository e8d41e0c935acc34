// What goes wrong with a task: tried again later when that can help, dead at once when it cannot.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

// Its second page of 100 rows takes five seconds, row by row.
constexpr const char* kSlowInsidePage = R"toml(
[slow]
from = "t"
key = ["id"]
page_rows = 100
columns = [ { expr = "id" }, { expr = "SLEEP(IF(id > 100, 0.05, 0))", header = "pause" } ]
)toml";

// The connection that runs the second page's SELECT, or "".
std::string reader_in_second_page(Database& database) {
  const auto rows = database.query(
      "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() AND "
      "command = 'Query' AND info LIKE 'SELECT%SLEEP%id > 100%LIMIT 100'");
  return rows.size() == 1 ? rows[0][0].value() : "";
}

// Waits for the second page, kills its connection and lets the pass end.
Finished run_and_kill_reader(Room& room, const Words& words) {
  Process run = room.start("export-run", words);
  std::string connection;
  REQUIRE(eventually([&] { return !(connection = reader_in_second_page(room.database())).empty(); }));
  room.database().execute("KILL " + connection);
  return run.wait();
}

long long alerts_of(Room& room) { return room.database().number("SELECT COUNT(*) FROM t_alert"); }

}  // namespace

TEST_CASE("a reader killed in mid-page: RETRY_WAIT, one retry, due 30 to 60 s ahead") {
  Room room(Backend::kMariadb, kSlowInsidePage);
  room.database().make_rows(200);
  const long long id = room.submit({"slow"});
  const Finished run = run_and_kill_reader(room, {});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(events_of(run.err).back()["retried"] == 1);
  CHECK(events_named(run.err, "task.end").at(0)["result"] == "RETRY_WAIT");
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "retry_count") == "1");
  // Ahead of the database's clock at the moment it was written; it was written a moment ago.
  const double ahead = std::stod(room.of(id, "TIMESTAMPDIFF(MICROSECOND, updated_at, next_retry_at) / 1e6"));
  CHECK(ahead >= 30);
  CHECK(ahead <= 60);
  CHECK(std::stod(room.of(id, "TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_retry_at) / 1e6")) > 15);
  CHECK_THAT(room.of(id, "error_msg"), Contains("(2013)") || Contains("(1927)") || Contains("(2006)"));
  CHECK(room.files().empty());
  CHECK(alerts_of(room) == 0);
}

TEST_CASE("a reader killed four times: dead, with one alert and nothing left behind") {
  Room room(Backend::kMariadb, kSlowInsidePage);
  room.database().make_rows(200);
  const long long id = room.submit({"slow"});
  for (int kills = 1; kills <= 4; ++kills) {
    INFO("kill " << kills);
    const Finished run = run_and_kill_reader(room, {"--task", id_text(id)});
    CHECK(run.exit_code == (kills < 4 ? 0 : 1));
    CHECK(room.of(id, "status") == (kills < 4 ? "RETRY_WAIT" : "FAILED"));
    CHECK(room.of(id, "retry_count") == std::to_string(std::min(kills, 3)));
    CHECK(alerts_of(room) == (kills < 4 ? 0 : 1));
  }
  CHECK(room.files().empty());
}

TEST_CASE("after a retry the whole report is there, not the rest of it") {
  Room room(Backend::kMariadb, kSlowInsidePage);
  room.database().make_rows(200);
  const long long id = room.submit({"slow", "--format", "csv"});
  run_and_kill_reader(room, {});
  room.database().execute("DELETE FROM t WHERE id > 105");  // the second page is quick now
  CHECK(room.run("export-run", {"--task", id_text(id)}).exit_code == 0);
  const std::string csv = room.run("export-download", {id_text(id), "-o", "-"}).out;
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 106);
  CHECK(room.of(id, "retry_count") == "1");
  CHECK(room.of(id, "error_msg") == "NULL");
}

TEST_CASE("a missing table is permanent: FAILED at once, one alert, exit 1") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = room.submit({"absent", "--user", "42"});
  const Finished run = room.run("export-run", {});
  INFO(run.err);
  CHECK(run.exit_code == 1);
  CHECK(events_of(run.err).back()["outcome"] == "dead");
  CHECK(events_of(run.err).back()["failed"] == 1);
  CHECK(room.of(id, "status") == "FAILED");
  CHECK(room.of(id, "retry_count") == "0");
  CHECK_THAT(room.of(id, "error_msg"), Contains("no_such_table"));
  CHECK(room.of(id, "finished_at") != "NULL");
  const auto alerts = room.database().query("SELECT subject, body, trace_id FROM t_alert");
  REQUIRE(alerts.size() == 1);
  CHECK_THAT(alerts[0][0].value() + alerts[0][1].value(), Contains(id_text(id)) && Contains("absent"));
  CHECK(alerts[0][2] == room.of(id, "trace_id"));
  CHECK(room.files().empty());
}

TEST_CASE("parameters that do not fit the report are permanent") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(10);
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({"first":"three"})", "first"},
      {R"({"last":"3"})", "last"},
      {R"({"first":)", "params"},
      {R"({"first":[1]})", "first"},
      {"[]", "params"},
  };
  for (const auto& [params, reason] : wrong)
    room.database().execute("INSERT INTO t_report_task (user_id, report, params) VALUES (1, 'rows', '" + params + "')");
  const long long good = room.submit({"rows"});
  const Finished run = room.run("export-run", {});
  CHECK(run.exit_code == 1);
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    INFO(wrong[i].first);
    const long long id = static_cast<long long>(i) + 1;
    CHECK(room.of(id, "status") == "FAILED");
    CHECK(room.of(id, "retry_count") == "0");
    CHECK_THAT(room.of(id, "error_msg"), Contains(wrong[i].second));
  }
  CHECK(alerts_of(room) == static_cast<long long>(wrong.size()));
  // Another's failure does not touch it.
  CHECK(room.of(good, "status") == "SUCCESS");
}

TEST_CASE("a report that cannot be exported whole is refused before it runs, with the reason") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend, R"toml(
[no-column]
from = "t"
key = ["id"]
columns = [ { expr = "no_such_column" } ]
[not-unique]
from = "t"
key = ["amount"]
columns = [ { expr = "id" } ]
)toml");
  room.database().make_rows(10);
  room.submit({"no-column"});
  room.submit({"not-unique"});
  CHECK(room.run("export-run", {}).exit_code == 1);
  CHECK(room.of(1, "status") == "FAILED");
  CHECK_THAT(room.of(1, "error_msg"), Contains("no_such_column"));
  CHECK(room.of(2, "status") == "FAILED");
  CHECK_THAT(room.of(2, "error_msg"), Contains("no unique index"));
}

TEST_CASE("a task of a report that is not defined here fails when it is named") {
  Room room(Backend::kSqlite);
  room.database().execute("INSERT INTO t_report_task (user_id, report) VALUES (1, 'elsewhere')");
  CHECK(room.run("export-run", {"--task", "1"}).exit_code == 1);
  CHECK(room.of(1, "status") == "FAILED");
  CHECK_THAT(room.of(1, "error_msg"), Contains("elsewhere"));
}

TEST_CASE("a statement over its limit is tried again later") {
  Room room(Backend::kMariadb, "[long]\nfrom = \"t\"\nkey = [\"id\"]\ncolumns = [ { expr = \"SLEEP(5)\" } ]\n");
  room.database().make_rows(2);
  const long long id = room.submit({"long"});
  const Finished run = room.run("export-run", {"--statement-timeout", "1s"});
  CHECK(run.exit_code == 0);
  CHECK(run.took < std::chrono::seconds{9});
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK_THAT(room.of(id, "error_msg"), Contains("(1969)"));
}

TEST_CASE("the wait before a retry follows --backoff and --jitter") {
  Room room(Backend::kMariadb, "[long]\nfrom = \"t\"\nkey = [\"id\"]\ncolumns = [ { expr = \"SLEEP(5)\" } ]\n");
  room.database().make_rows(1);
  const long long id = room.submit({"long"});
  room.database().execute(
      "UPDATE t_report_task SET status = 'RETRY_WAIT', retry_count = 2, next_retry_at = UTC_TIMESTAMP(6)");
  room.run("export-run",
           {"--task", id_text(id), "--statement-timeout", "1s", "--backoff", "100s", "--jitter", "ratio:0.1"});
  CHECK(room.of(id, "retry_count") == "3");
  const double ahead = std::stod(room.of(id, "TIMESTAMPDIFF(MICROSECOND, updated_at, next_retry_at) / 1e6"));
  CHECK(ahead >= 360);
  CHECK(ahead <= 440);
}

TEST_CASE("a server that dies in mid-run and comes back: the failure is written, and the pass ends") {
  support::PrivateMariadb server;
  const auto database = server.create_database();
  Room room(Backend::kSqlite, kSlowInsidePage);
  room.set("ONESHOT_DB", database->url());
  REQUIRE(room.run("db-migrate", {}).exit_code == 0);
  database->sql().execute("CREATE TABLE t (id INT PRIMARY KEY); INSERT INTO t SELECT seq FROM seq_1_to_200");
  room.submit({"slow"});
  Process run = room.start("export-run", {});
  REQUIRE(eventually([&] {
    return database->sql().value(
               "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT%id > 100%LIMIT 100'") ==
           "1";
  }));
  server.kill();
  server.start();
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(support::SqlClient(server.url(database->name()))
            .value("SELECT CONCAT(status, ' ', retry_count) FROM t_report_task") == "RETRY_WAIT 1");
  CHECK(room.files().empty());
}

TEST_CASE("a task over its limit is tried again as its retries allow") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  // The page's rows are quick; the limit is met when the page is done.
  Process run = run_until(room, "page#2", {"--task-timeout", "100ms", "--statement-timeout", "100ms"});
  REQUIRE(eventually([&] { return is_silent_for_200_ms(room); }));
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 0);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "retry_count") == "1");
  CHECK_THAT(room.of(id, "error_msg"), Contains("over the limit of 100ms"));
  CHECK(room.files().empty());
}

TEST_CASE("the limit of a task is that of its query when that is streamed whole") {
  Room room(Backend::kMariadb, "[whole]\nquery = \"SELECT id, SLEEP(0.05) AS pause FROM t ORDER BY id\"\n");
  room.database().make_rows(2000);
  const long long id = room.submit({"whole", "--format", "csv"});
  const Finished end = room.run("export-run", {"--task-timeout", "1s", "--statement-timeout", "1s"});
  INFO(end.err);
  CHECK(end.took < std::chrono::seconds{30});
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK_THAT(room.of(id, "error_msg"), Contains("(1969)"));
}

TEST_CASE("a statement's limit that is longer than its task's is refused before anything is claimed") {
  Room room(Backend::kSqlite);
  const long long id = room.submit({"rows"});
  for (const char* program : {"export-run", "redeliver"}) {
    const Finished end = room.run(program, {"--task-timeout", "5s"});
    CHECK(end.exit_code == 64);
    CHECK_THAT(end.err, Contains("--statement-timeout 30s is longer than --task-timeout 5s"));
  }
  CHECK(room.of(id, "status") == "PENDING");
}

TEST_CASE("a worker that gets no connection: its task waits for a retry, and the pass claims no more") {
  Room room(Backend::kMariadb);
  if (!support::PrivateMariadb::shared().is_private()) return;  // a given server's users are not ours to change
  room.database().make_rows(3);
  const std::string name = room.database().name();
  const std::string user = "u_" + name.substr(2);
  room.database().execute("CREATE USER '" + user + "'@'%' WITH MAX_USER_CONNECTIONS 1; GRANT ALL ON `" + name +
                          "`.* TO '" + user + "'@'%'");
  const std::string url = support::PrivateMariadb::shared().tcp_url(name);
  const long long id = room.submit({"rows"});
  const long long other = room.submit({"rows"});
  const Finished end =
      room.run("export-run", {"--workers", "1"}, {{"ONESHOT_DB", "mysql://" + user + url.substr(url.find('@'))}});
  INFO(end.err);
  CHECK(end.exit_code == 69);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "retry_count") == "1");
  CHECK_THAT(room.of(id, "error_msg"), Contains("(1226)"));
  CHECK(room.of(other, "status") == "PENDING");
  CHECK(events_named(end.err, "task.settled").size() == 1);
  room.database().execute("DROP USER '" + user + "'@'%'");
}
