// Progress in a real Redis, and without one.
#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cache/progress_cache.hpp"
#include "support/captured_stderr.hpp"
#include "support/eventually.hpp"
#include "support/private_redis.hpp"
#include "support/temp_dir.hpp"

namespace {

using cache::Progress;
using cache::ProgressCache;
using support::CapturedStderr;
using support::PrivateRedis;

const base::Log& log() {
  static const base::Log log("unit_tests", base::LogFormat::kText, base::Level::kInfo);
  return log;
}

std::chrono::milliseconds time_of(const std::function<void()>& what) {
  const auto begin = std::chrono::steady_clock::now();
  what();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

int percent_in(ProgressCache& cache, std::int64_t id) {
  const std::optional<Progress> progress = cache.get(id);
  return progress ? progress->percent : -1;
}

}  // namespace

TEST_CASE("a percentage is cut, ends at 99, and is 0 without a total") {
  CHECK(cache::percent_of(0, 0) == 0);
  CHECK(cache::percent_of(5, 0) == 0);
  CHECK(cache::percent_of(1, 3) == 33);
  CHECK(cache::percent_of(999, 1000) == 99);
  CHECK(cache::percent_of(1000, 1000) == 99);
  CHECK(cache::percent_of(2000, 1000) == 99);
  CHECK(cache::percent_of(~std::uint64_t{0}, ~std::uint64_t{0}) == 99);
}

TEST_CASE("progress is a hash that lives two hours and is gone at the end") {
  const PrivateRedis redis;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  CHECK_FALSE(cache.get(7));
  CHECK(cache.begin(7, "tok", 1000));
  CHECK(cache.put(7, "tok", 420, 1000));
  const std::optional<Progress> progress = cache.get(7);
  REQUIRE(progress);
  CHECK(progress->current == 420);
  CHECK(progress->total == 1000);
  CHECK(progress->percent == 42);
  CHECK(progress->token == "tok");
  CHECK(redis.command({"HGETALL", "report:progress:7"}) == "current\n420\ntotal\n1000\npercent\n42\ntoken\ntok\n");
  const int lifetime = std::stoi(redis.command({"TTL", "report:progress:7"}));
  CHECK(lifetime > 7190);
  CHECK(lifetime <= 7200);
  CHECK(cache.drop(7, "tok"));
  CHECK(redis.command({"EXISTS", "report:progress:7"}) == "0");
  CHECK(cache.is_available());
}

TEST_CASE("a fenced worker's writes are ignored") {
  const PrivateRedis redis;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  CHECK(cache.begin(7, "old", 100));
  CHECK(cache.put(7, "old", 90, 100));
  CHECK(cache.begin(7, "new", 100));
  CHECK(percent_in(cache, 7) == 0);
  CHECK_FALSE(cache.put(7, "old", 95, 100));
  CHECK_FALSE(cache.drop(7, "old"));
  CHECK(cache.get(7)->token == "new");
  CHECK(cache.drop(7, "new"));
  CHECK_FALSE(cache.put(7, "old", 99, 100));
  CHECK_FALSE(cache.get(7));
}

TEST_CASE("the percentage never falls while one worker has the task") {
  const PrivateRedis redis;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  cache.begin(7, "t", 100);
  cache.put(7, "t", 60, 100);
  cache.put(7, "t", 61, 1000);
  CHECK(percent_in(cache, 7) == 60);
  cache.put(7, "t", 1000, 1000);
  CHECK(percent_in(cache, 7) == 99);
}

TEST_CASE("user, password and database of a URL are used") {
  const PrivateRedis redis;
  redis.command({"ACL", "SETUSER", "app", "on", ">s3cret", "~*", "+@all"});
  const std::string place = "127.0.0.1:" + std::to_string(redis.port());
  ProgressCache cache(cache::parse_redis_url("redis://app:s3cret@" + place + "/3"), log());
  CHECK(cache.begin(7, "t", 1));
  CHECK(redis.command({"INFO", "keyspace"}).find("db3:keys=1") != std::string::npos);

  const CapturedStderr events;
  ProgressCache denied(cache::parse_redis_url("redis://app:wrong-one@" + place), log());
  CHECK_FALSE(denied.begin(7, "t", 1));
  CHECK(events.count("cache.unavailable") == 1);
  CHECK(events.count("wrong-one") == 0);
}

TEST_CASE("Redis is reached through a socket too") {
  const support::TempDir folder;
  const PrivateRedis redis({"--unixsocket", folder.file("redis.sock")});
  ProgressCache cache(cache::parse_redis_url("redis+unix://" + folder.file("redis.sock") + "?db=1"), log());
  CHECK(cache.begin(7, "t", 1));
  CHECK(redis.command({"INFO", "keyspace"}).find("db1:keys=1") != std::string::npos);
}

TEST_CASE("without a target nothing happens and nothing is said") {
  const CapturedStderr events;
  ProgressCache cache(std::nullopt, log());
  CHECK_FALSE(cache.begin(1, "t", 1));
  CHECK_FALSE(cache.put(1, "t", 1, 1));
  CHECK_FALSE(cache.get(1));
  CHECK_FALSE(cache.drop(1, "t"));
  CHECK(events.text().empty());
}

TEST_CASE("an absent Redis costs one warning") {
  const CapturedStderr events;
  ProgressCache cache(cache::parse_redis_url("redis+unix:///nonexistent/redis.sock"), log());
  for (int call = 0; call < 100; ++call) CHECK_FALSE(cache.put(1, "t", 1, 2));
  CHECK_FALSE(cache.is_available());
  CHECK(events.count("cache.unavailable") == 1);
  CHECK(events.count("reason=\"No such file or directory\"") == 1);
}

TEST_CASE("a Redis that dies in the middle costs one warning and no signal") {
  PrivateRedis redis;
  const CapturedStderr events;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  CHECK(cache.begin(1, "t", 100));
  redis.kill();
  for (int call = 0; call < 100; ++call) CHECK_FALSE(cache.put(1, "t", 1, 100));
  CHECK_FALSE(cache.get(1));
  CHECK(events.count("cache.unavailable") == 1);
}

TEST_CASE("a Redis that does not answer delays one call by its limit, not every one") {
  PrivateRedis redis;
  const CapturedStderr events;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  CHECK(cache.begin(1, "t", 100));
  redis.pause();
  const auto waited = time_of([&] {
    for (int call = 0; call < 100; ++call) cache.put(1, "t", 1, 100);
  });
  CHECK(waited >= std::chrono::milliseconds(250));
  CHECK(waited < std::chrono::milliseconds(2000));
  CHECK(events.count("cache.unavailable") == 1);
  CHECK(events.count("no answer within 300 ms") == 1);
  redis.resume();
}

TEST_CASE("a full Redis costs one warning") {
  const PrivateRedis redis({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  const CapturedStderr events;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  for (int call = 0; call < 20; ++call) CHECK_FALSE(cache.begin(1, "t", 100));
  CHECK(events.count("cache.unavailable") == 1);
  CHECK(events.count("OOM") == 1);
}

TEST_CASE("a Redis that comes back is used again, without a further word") {
  PrivateRedis redis;
  const CapturedStderr events;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log(), base::milliseconds(50));
  CHECK(cache.begin(1, "t", 100));
  redis.kill();
  CHECK_FALSE(cache.put(1, "t", 1, 100));
  redis.start();
  CHECK(support::eventually([&] { return cache.begin(1, "t", 100); }));
  CHECK(cache.put(1, "t", 50, 100));
  CHECK(percent_in(cache, 1) == 50);
  CHECK(events.count("cache.unavailable") == 1);
}

TEST_CASE("threads share one cache") {
  const PrivateRedis redis;
  ProgressCache cache(cache::parse_redis_url(redis.url()), log());
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id)
    threads.emplace_back([&cache, id] {
      const std::string token = "t" + std::to_string(id);
      cache.begin(id, token, 100);
      for (std::uint64_t current = 0; current <= 50; ++current) cache.put(id, token, current, 100);
    });
  for (std::thread& thread : threads) thread.join();
  for (int id = 1; id <= 4; ++id) CHECK(percent_in(cache, id) == 50);
}
