// cleanup from outside: what it settles, what it leaves alone.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;

namespace {

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

std::string minutes_ago(Backend backend, int minutes) {
  const std::string count = std::to_string(minutes);
  return backend == Backend::kSqlite ? "strftime('%Y-%m-%d %H:%M:%f000', 'now', '-" + count + " minutes')"
                                     : "UTC_TIMESTAMP(6) - INTERVAL " + count + " MINUTE";
}

}  // namespace

TEST_CASE("a task without heartbeat for 40 min times out with one alert, and a second pass changes nothing") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = room.submit({"one"});
  room.database().execute("UPDATE t_report_task SET status = 'RUNNING', run_token = '" + std::string(32, 'a') +
                          "', heartbeat_at = " + minutes_ago(backend, 40));
  for (const int expected : {1, 0}) {
    const Finished end = room.run("cleanup", {});
    INFO(end.err);
    CHECK(end.exit_code == expected);
    CHECK(end.err.find("cleanup started") != std::string::npos);
    CHECK(room.of(id, "status") == "TIMEOUT");
    CHECK(room.of(id, "error_msg") == "no heartbeat for over 30 min");
    CHECK(room.database().query("SELECT COUNT(*) FROM t_alert").at(0).at(0) == "1");
  }
}

TEST_CASE("a task whose claimer is gone is due again at no cost, and redeliver finishes it") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = room.submit({"one"});
  room.database().execute("UPDATE t_report_task SET status = 'RUNNING', run_token = '" + std::string(32, 'b') +
                          "', heartbeat_at = " + minutes_ago(backend, 5));
  CHECK(room.run("cleanup", {}).exit_code == 0);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(id, "crash_count") == "1");
  CHECK(room.of(id, "retry_count") == "0");
  CHECK(room.run("redeliver", {}).exit_code == 0);
  CHECK(room.of(id, "status") == "SUCCESS");
}

TEST_CASE("an orphan is run again, a delayed task is not touched") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long orphan = room.submit({"one"});
  const long long delayed = room.submit({"one", "--not-before", "2099-01-01T00:00:00Z"});
  room.database().execute("UPDATE t_report_task SET created_at = " + minutes_ago(backend, 40));
  CHECK(room.run("cleanup", {}).exit_code == 0);
  CHECK(room.of(orphan, "status") == "RETRY_WAIT");
  CHECK(room.of(delayed, "status") == "PENDING");
}

TEST_CASE("an expired file goes, its record stays, and the download says 410") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = room.submit({"one"});
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  REQUIRE(room.files().size() == 1);
  room.database().execute("UPDATE t_report_task SET expire_at = " + minutes_ago(backend, 1));
  CHECK(room.run("cleanup", {}).exit_code == 0);
  CHECK(room.files().empty());
  CHECK(room.of(id, "status") == "SUCCESS");
  const Finished end = room.run("export-download", {std::to_string(id), "--json"});
  CHECK(end.exit_code == 66);
  CHECK(end.out.find("\"code\":410") != std::string::npos);
}

TEST_CASE("two cleanups within the time that the first holds its lease: one starts") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const Finished first = room.run("cleanup", {"--min-hold", "10m"});
  const Finished second = room.run("cleanup", {"--min-hold", "10m"});
  CHECK(first.err.find("cleanup started") != std::string::npos);
  CHECK(second.err.find("cleanup started") == std::string::npos);
  CHECK(second.exit_code == 0);
}
