// Redis may be absent, full, silent, or die at any moment: one warning, and the export goes on.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"
#include "support/private_redis.hpp"

using namespace cmd_tests;

namespace {

void check_one_warning(const Finished& run) {
  INFO(run.err);
  CHECK(run.exit_code == 0);
  const std::vector<Json> warnings = events_named(run.err, "cache.unavailable");
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0]["level"] == "warn");
  CHECK(warnings[0]["target"].is_string());
  CHECK(warnings[0]["reason"].is_string());
}

}  // namespace

TEST_CASE("without a Redis every task succeeds with one warning a pass") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  for (int i = 0; i < 3; ++i) room.submit({"rows"});
  room.set("ONESHOT_REDIS", "redis://127.0.0.1:" + std::to_string(support::free_port()));
  check_one_warning(room.run("export-run", {}));
  CHECK(room.database().number("SELECT COUNT(*) FROM t_report_task WHERE status = 'SUCCESS'") == 3);
  const Finished status = room.run("export-status", {"1", "--json"});
  CHECK(status.exit_code == 0);
  CHECK(parse_json(status.out)["data"]["progress"] == 100);
}

TEST_CASE("a Redis that dies during a run costs one warning") {
  support::PrivateRedis redis;
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  room.set("ONESHOT_REDIS", redis.url());
  Process run = run_until(room, "page#2");
  CHECK(redis.command({"EXISTS", "report:progress:" + id_text(id)}) == "1");
  redis.kill();
  run.send(SIGCONT);
  check_one_warning(run.wait());
  CHECK(room.of(id, "status") == "SUCCESS");
}

TEST_CASE("a Redis that falls silent during a run costs one warning and little time") {
  support::PrivateRedis redis;
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  room.set("ONESHOT_REDIS", redis.url());
  Process run = run_until(room, "page#2");
  redis.pause();
  run.send(SIGCONT);
  check_one_warning(run.wait(std::chrono::seconds{15}));
  redis.resume();
  CHECK(room.of(id, "status") == "SUCCESS");
}

TEST_CASE("a full Redis costs one warning") {
  support::PrivateRedis redis({"--maxmemory", "1mb", "--maxmemory-policy", "noeviction"});
  const std::string block(4096, 'x');
  for (int i = 0;; ++i) {
    REQUIRE(i < 10'000);
    try {
      redis.command({"SET", "k" + std::to_string(i), block});
    } catch (const std::exception&) {
      break;  // OOM
    }
  }
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  const long long id = room.submit({"rows"});
  room.set("ONESHOT_REDIS", redis.url());
  check_one_warning(room.run("export-run", {}));
  CHECK(room.of(id, "status") == "SUCCESS");
}

TEST_CASE("a Redis that wants another password costs one warning that does not repeat it") {
  support::PrivateRedis redis({"--requirepass", "right-one"});
  Room room(Backend::kSqlite);
  const long long id = room.submit({"one"});
  std::string url = redis.url();
  url.insert(url.find("//") + 2, ":wrong-one@");
  room.set("ONESHOT_REDIS", url);
  const Finished run = room.run("export-run", {});
  check_one_warning(run);
  CHECK(run.err.find("wrong-one") == std::string::npos);
  CHECK(room.of(id, "status") == "SUCCESS");
}
