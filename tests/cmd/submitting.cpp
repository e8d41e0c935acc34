// export-submit: when the id is printed, the row is committed.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

constexpr milliseconds kSubmitTime{500};

Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

}  // namespace

TEST_CASE("a submit takes less than 500 ms as a whole process and prints the id") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  const Room room(backend);
  std::vector<milliseconds> took;
  for (int i = 1; i <= 9; ++i) {
    const Finished end = room.run("export-submit", {"one", "--user", "42"});
    CHECK(end.exit_code == 0);
    CHECK(end.out == std::to_string(i) + "\n");
    took.push_back(end.took);
  }
  std::sort(took.begin(), took.end());
  WARN(name_of(backend) << ": median " << took[4].count() << " ms, slowest " << took[8].count() << " ms");
  CHECK(took[4] < kSubmitTime);
}

TEST_CASE("the row is there before the id is printed") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id =
      room.submit({"rows", "--user", "42", "-p", "first=7", "--format", "csv", "--trace-id", "trace-1"});
  CHECK(room.database().query("SELECT id, status, progress, retry_count, user_id, report, params, format, trace_id, "
                              "priority FROM t_report_task") ==
        std::vector<SqlRow>{
            {id_text(id), "PENDING", "0", "0", "42", "rows", R"({"first":"7"})", "csv", "trace-1", "100"}});
  const Json envelope = parse_json(room.run("export-submit", {"one", "--json"}).out);
  CHECK(envelope == Json{{"code", 0}, {"data", id + 1}});
  CHECK(parse_json(room.run("export-status", {id_text(id), "--json"}).out)["data"]["status"] == "PENDING");
}

TEST_CASE("a request submitted twice is one task, also when both come at once") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  std::vector<Process> both;
  for (int i = 0; i < 4; ++i)
    both.push_back(room.start("export-submit", {"one", "--user", "7", "--request-id", "r-1"}));
  std::string first;
  for (Process& process : both) {
    const Finished end = process.wait();
    CHECK(end.exit_code == 0);
    if (first.empty()) first = end.out;
    CHECK(end.out == first);
  }
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == 1);
  // Another user's request of that name is another request.
  CHECK(id_text(room.submit({"one", "--user", "8", "--request-id", "r-1"})) + "\n" != first);
}

TEST_CASE("a task's own trace id is kept, and each other gets one of its own") {
  Room room(Backend::kSqlite);
  const Finished given = room.run("export-submit", {"one", "--trace-id", "4bf92f3577b34da6a3ce929d0e0e4736"});
  CHECK(events_named(given.err, "submit.accepted").at(0)["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736");
  const std::string second = room.of(room.submit({"one"}), "trace_id");
  const std::string third = room.of(room.submit({"one"}), "trace_id");
  CHECK(second.size() == 32);
  CHECK(second != third);
  const Finished run = room.run("export-run", {"--workers", "1"});
  CHECK(events_named(run.err, "task.end").at(0)["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736");
  CHECK(events_named(run.err, "task.end").at(1)["trace_id"] == second);
}

TEST_CASE("a start in the future is stored in UTC and waited for") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long later = room.submit({"one", "--not-before", "2099-12-01T08:00:00+08:00"});
  const long long now = room.submit({"one", "--not-before", "2020-01-01T00:00:00Z"});
  CHECK_THAT(room.of(later, "not_before"), Catch::Matchers::StartsWith("2099-12-01 00:00:00"));
  CHECK(room.run("export-run", {}).exit_code == 0);
  CHECK(room.of(later, "status") == "PENDING");
  CHECK(room.of(now, "status") == "SUCCESS");
}

TEST_CASE("a dead task is driven again as a new one that names it") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long dead = room.submit({"absent", "--user", "42", "--priority", "5", "--format", "csv"});
  CHECK(room.run("export-run", {}).exit_code == 1);
  const long long again = room.submit({"--again", id_text(dead)});
  CHECK(again > dead);
  CHECK(room.of(again, "again_of") == id_text(dead));
  CHECK(room.database().query("SELECT status, user_id, report, priority, format FROM t_report_task WHERE id = " +
                              id_text(again)) == std::vector<SqlRow>{{"PENDING", "42", "absent", "5", "csv"}});
  CHECK(room.of(dead, "status") == "FAILED");

  const Finished waiting = room.run("export-submit", {"--again", id_text(again)});
  CHECK(waiting.exit_code == 65);
  CHECK_THAT(waiting.err, Contains("PENDING, not dead"));
  const Finished unknown = room.run("export-submit", {"--again", "999"});
  CHECK(unknown.exit_code == 66);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == 2);
}

TEST_CASE("a wrong report or parameter is refused before a row is made") {
  Room room(Backend::kSqlite);
  const std::vector<std::pair<Words, std::string>> wrong{
      {{"tasks"}, "tasks"},
      {{"rows", "-p", "last=3"}, "no parameter 'last'"},
      {{"rows", "-p", "first=three"}, "'three' is not of type integer"},
      {{"rows", "-p", "first=1", "-p", "first=2"}, "given twice"},
      {{"rows", "-p", "first"}, "not NAME=VALUE"},
      {{"rows", "-p", "user_id=1"}, "user_id"},
  };
  for (const auto& [words, reason] : wrong) {
    const Finished end = room.run("export-submit", words);
    INFO(end.err);
    CHECK(end.exit_code == 65);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Contains(reason));
  }
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == 0);
}

TEST_CASE("--dry-run inserts nothing") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const Finished end = room.run("export-submit", {"one", "--dry-run"});
  CHECK(end.exit_code == 0);
  CHECK(end.out.empty());
  CHECK(events_named(end.err, "submit.dry_run").size() == 1);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == 0);
}

TEST_CASE("the printed INSERT makes a task that runs like any other") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend, "[texts]\nquery = \"SELECT :word AS word\"\nparams.word = { type = \"text\" }\n");
  const std::string word = R"(𠮷 'quoted' "double" \back ; -- 🚀)";
  const Finished sql =
      room.run("export-submit", {"texts", "--user", "7", "-p", "word=" + word, "--format", "csv", "--emit-sql"});
  REQUIRE(sql.exit_code == 0);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task") == 0);
  room.database().execute(sql.out);
  CHECK(room.of(1, "status") == "PENDING");
  CHECK(room.run("export-run", {}).exit_code == 0);
  const Finished csv = room.run("export-download", {"1", "-o", "-"});
  CHECK(csv.out == "word\r\n\"𠮷 'quoted' \"\"double\"\" \\back ; -- 🚀\"\r\n");
}

TEST_CASE("--wait follows the task to its end and ends as it did") {
  const Room room(Backend::kSqlite);
  Process good = room.start("export-submit", {"one", "--wait"});
  Process bad = room.start("export-submit", {"absent", "--wait"});
  REQUIRE(eventually([&] { return !good.out().empty() && !bad.out().empty(); }));
  CHECK(room.run("export-run", {}).exit_code == 1);
  const Finished end = good.wait();
  CHECK(end.exit_code == 0);
  CHECK(events_named(end.err, "task.progress").back()["status"] == "SUCCESS");
  CHECK(events_named(end.err, "task.progress").back()["progress"] == 100);
  CHECK(bad.wait().exit_code == 1);
}
