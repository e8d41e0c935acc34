// Progress while a report runs: never falls, never 100 before the file is there, 100 at the end.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"
#include "support/private_redis.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

// Twelve pages of 1,000 rows, each with a pause in its middle.
constexpr const char* kSlowPages = R"toml(
[slow]
from = "t"
key = ["id"]
page_rows = 1000
columns = [ { expr = "id" }, { expr = "SLEEP(IF(id % 1000 = 500, 0.15, 0))", header = "pause" } ]
)toml";

struct Seen {
  int progress;
  std::string status;
  bool file_is_there;
};

// Asks export-status again and again until the task has ended.
std::vector<Seen> polls_until_the_end(const Room& room, long long id) {
  std::vector<Seen> seen;
  eventually(
      [&] {
        const Json data = parse_json(room.run("export-status", {id_text(id), "--json"}).out)["data"];
        const bool there = data["filePath"].is_string() &&
                           std::filesystem::exists(room.exports() + "/" + data["filePath"].get<std::string>());
        seen.push_back({data["progress"], data["status"], there});
        return seen.back().status != "PENDING" && seen.back().status != "RUNNING";
      },
      std::chrono::seconds{60});
  return seen;
}

void check_progress(const std::vector<Seen>& seen) {
  int last = 0, between = 0, distinct = 0;
  for (const Seen& look : seen) {
    CHECK(look.progress >= last);
    CHECK((look.progress == 100) == (look.status == "SUCCESS"));
    CHECK((look.progress < 100 || look.file_is_there));
    between += look.progress > 0 && look.progress < 100;
    distinct += look.progress != last;
    last = look.progress;
  }
  CHECK(last == 100);
  CHECK(seen.back().status == "SUCCESS");
  CHECK(between >= 3);
  CHECK(distinct >= 3);
}

std::vector<std::string> reply_lines(const std::string& reply) {
  std::vector<std::string> lines;
  std::istringstream text(reply);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("polled during a run, progress never falls and ends at 100 with the file in place") {
  const bool with_redis = GENERATE(false, true);
  INFO((with_redis ? "with" : "without") << " Redis");
  std::unique_ptr<support::PrivateRedis> redis;
  Room room(Backend::kMariadb, kSlowPages);
  room.database().make_rows(12'000);
  if (with_redis) {
    redis = std::make_unique<support::PrivateRedis>();
    room.set("ONESHOT_REDIS", redis->url());
  }
  const long long id = room.submit({"slow", "--format", "csv"});
  Process run = room.start("export-run", {});
  check_progress(polls_until_the_end(room, id));
  CHECK(run.wait().exit_code == 0);
}

TEST_CASE("progress is visible on SQLite, too") {
  Room room(Backend::kSqlite, R"toml(
[slow]
from = "t"
key = ["id"]
page_rows = 1000
columns = [ { expr = "id" }, { expr = "(WITH RECURSIVE n(i) AS (SELECT t.id UNION ALL SELECT i + 1 FROM n LIMIT 800) SELECT MAX(i) FROM n)", header = "work" } ]
)toml");
  room.database().make_rows(12'000);
  const long long id = room.submit({"slow", "--format", "csv"});
  Process run = room.start("export-run", {});
  check_progress(polls_until_the_end(room, id));
  CHECK(run.wait().exit_code == 0);
}

TEST_CASE("Redis holds the progress of a running task for two hours at most, and nothing of a finished one") {
  support::PrivateRedis redis;
  Room room(Backend::kSqlite);
  room.database().make_rows(4000);
  room.set("ONESHOT_REDIS", redis.url());
  const std::string id = id_text(room.submit({"rows"})), key = "report:progress:" + id;
  Process run = run_until(room, "page#20");
  CHECK(redis.command({"TYPE", key}) == "hash");
  CHECK(reply_lines(redis.command({"HMGET", key, "current", "total", "percent", "token"})) ==
        std::vector<std::string>{"2000", "4000", "50", room.of(std::stoll(id), "run_token")});
  const long long left = std::stoll(redis.command({"TTL", key}));
  CHECK(left > 7000);
  CHECK(left <= 7200);
  // What Redis knows is told sooner, as long as it is of the claim that runs.
  redis.command({"HSET", key, "percent", "77", "current", "3080"});
  CHECK(parse_json(room.run("export-status", {id, "--json"}).out)["data"]["progress"] == 77);
  redis.command({"HSET", key, "token", "another"});
  CHECK(parse_json(room.run("export-status", {id, "--json"}).out)["data"]["progress"] == 50);
  redis.command({"HSET", key, "token", room.of(std::stoll(id), "run_token")});
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  CHECK(redis.command({"EXISTS", key}) == "0");
  CHECK(redis.command({"KEYS", "*"}).empty());
}

TEST_CASE("a failed and an interrupted task leave nothing in Redis") {
  support::PrivateRedis redis;
  Room room(Backend::kSqlite, R"toml(
[breaks]
query = "SELECT id, abs(CASE WHEN id > 150 THEN -9223372036854775808 ELSE id END) AS a FROM t"
page_rows = 100
)toml");
  room.database().make_rows(4000);
  room.set("ONESHOT_REDIS", redis.url());
  room.submit({"breaks"});
  CHECK(room.run("export-run", {}).exit_code == 1);
  CHECK(room.of(1, "status") == "FAILED");
  room.submit({"rows"});
  Process run = run_until(room, "page");
  CHECK(redis.command({"KEYS", "*"}) != "");
  run.send(SIGTERM);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 143);
  CHECK(redis.command({"KEYS", "*"}).empty());
}

TEST_CASE("until the file has its final name the row stays below 100 and names no file") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  const std::string step = GENERATE(as<std::string>(), "written", "published");
  INFO(name_of(backend) << " " << step);
  Room room(backend);
  room.database().make_rows(1500);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, step);
  CHECK(room.of(id, "status") == "RUNNING");
  CHECK(room.of(id, "file_path") == "NULL");
  CHECK(std::stoi(room.of(id, "progress")) <= 99);
  const std::string name = id_text(id) + "-" + room.of(id, "run_token") + ".xlsx";
  const std::vector<std::string> expected{step == "written" ? name + ".part" : name};
  CHECK(room.files() == expected);
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  CHECK(room.of(id, "progress") == "100");
  CHECK(room.files() == std::vector<std::string>{name});
}

TEST_CASE("--watch tells each change and ends as the task did") {
  Room room(Backend::kSqlite);
  room.database().make_rows(4000);
  const long long id = room.submit({"rows"});
  Process run = run_until(room, "page#20");
  Process watch = room.start("export-status", {id_text(id), "--watch", "--json"});
  REQUIRE(eventually([&] { return !events_named(watch.err(), "task.progress").empty(); }));
  CHECK(events_named(watch.err(), "task.progress")[0]["progress"] == 50);
  run.send(SIGCONT);
  const Finished end = watch.wait();
  CHECK(end.exit_code == 0);
  CHECK(events_named(end.err, "task.progress").back()["progress"] == 100);
  CHECK(parse_json(end.out)["data"]["status"] == "SUCCESS");
}

TEST_CASE("a watch that is stopped leaves the task alone") {
  const Room room(Backend::kSqlite);
  const std::string id = id_text(room.submit({"one"}));
  Process watch = room.start("export-status", {id, "--watch"});
  REQUIRE(eventually([&] { return !events_named(watch.err(), "task.progress").empty(); }));
  watch.send(SIGINT);
  CHECK(watch.wait().exit_code == 130);
  CHECK(parse_json(room.run("export-status", {id, "--json"}).out)["data"]["status"] == "PENDING");
}
