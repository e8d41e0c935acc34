// Redis URLs: what they name, and which are refused.
#include <catch2/catch.hpp>
#include <string>

#include "base/error.hpp"
#include "cache/redis_target.hpp"

TEST_CASE("a URL names host, port, database, user and password") {
  const cache::RedisTarget plain = cache::parse_redis_url("redis://cache.example");
  CHECK(plain.host == "cache.example");
  CHECK(plain.port == 6379);
  CHECK(plain.database == 0);
  CHECK(plain.user.empty());
  CHECK(plain.socket_path.empty());

  const cache::RedisTarget full = cache::parse_redis_url("redis://app:s%40cret%2F@10.0.0.1:6380/3");
  CHECK(full.host == "10.0.0.1");
  CHECK(full.port == 6380);
  CHECK(full.database == 3);
  CHECK(full.user == "app");
  CHECK(full.password == "s@cret/");

  CHECK(cache::parse_redis_url("redis://:pw@h/").password == "pw");
  CHECK(cache::parse_redis_url("redis://user@h").user == "user");
  CHECK(cache::parse_redis_url("redis://[::1]:7000/1").host == "::1");
  CHECK(cache::parse_redis_url("redis://[::1]:7000/1").port == 7000);
}

TEST_CASE("a URL can name a socket") {
  const cache::RedisTarget socket = cache::parse_redis_url("redis+unix:///run/redis/redis.sock?db=2");
  CHECK(socket.socket_path == "/run/redis/redis.sock");
  CHECK(socket.database == 2);
  CHECK(cache::parse_redis_url("unix://u:p@/s").password == "p");
  CHECK(cache::parse_redis_url("unix:///s").database == 0);
}

TEST_CASE("a target is shown without its password") {
  CHECK(cache::parse_redis_url("redis://app:secret@h:1/2").shown() == "redis://app@h:1/2");
  CHECK(cache::parse_redis_url("redis://[::1]").shown() == "redis://[::1]:6379/0");
  CHECK(cache::parse_redis_url("redis+unix://:secret@/s?db=1").shown() == "redis+unix:///s?db=1");
}

TEST_CASE("other URLs are refused, and never shown") {
  for (const std::string& url :
       {std::string("redis://"), std::string("redis://:secret@"), std::string("redis://h:0"),
        std::string("redis://h:99999"), std::string("redis://h:secret"), std::string("redis://h/secret"),
        std::string("redis://[::1"), std::string("redis://h%zz@h%"), std::string("redis://u:%4@h"),
        std::string("redis+unix://relative"), std::string("redis+unix:///s?secret=1"), std::string("http://secret"),
        std::string("secret"), std::string("")}) {
    CAPTURE(url);
    try {
      const cache::RedisTarget target = cache::parse_redis_url(url);
      CHECK(url == "never taken");
    } catch (const base::Error& error) {
      CHECK(error.kind() == base::Kind::kConfig);
      CHECK(std::string(error.what()).find("secret") == std::string::npos);
    }
  }
}

TEST_CASE("TLS is refused instead of being left out") {
  try {
    cache::parse_redis_url("rediss://h");
    FAIL("rediss was taken");
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kConfig);
    CHECK(std::string(error.what()).find("TLS") != std::string::npos);
    CHECK_FALSE(error.hint().empty());
  }
}
