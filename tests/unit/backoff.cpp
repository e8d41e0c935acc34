#include "task/backoff.hpp"

#include <catch2/catch.hpp>

using namespace std::chrono_literals;
using task::Backoff;

TEST_CASE("three retries wait 30, 60 and 120 s without jitter") {
  const Backoff backoff;
  CHECK(backoff.delay(1, 0) == 30s);
  CHECK(backoff.delay(2, 0) == 60s);
  CHECK(backoff.delay(3, 0) == 120s);
}

TEST_CASE("additive jitter adds less than the base, five minutes in total at worst") {
  const Backoff backoff;
  const double worst = 0.999999;
  CHECK(backoff.delay(1, worst) < 60s);
  base::milliseconds total{0};
  for (int retry = 1; retry <= backoff.retries; ++retry) total += backoff.delay(retry, worst);
  CHECK(total < 5min);
  CHECK(total > 5min - 1s);
}

TEST_CASE("ratio jitter spreads around the delay") {
  Backoff backoff;
  REQUIRE(task::parse_jitter("ratio:0.2", backoff));
  CHECK(backoff.delay(1, 0) == 24s);
  CHECK(backoff.delay(1, 0.5) == 30s);
  CHECK(backoff.delay(3, 0.999999) < 144s);
  REQUIRE(task::parse_jitter("additive", backoff));
  CHECK(backoff.delay(1, 0) == 30s);
}

TEST_CASE("a jitter that is neither additive nor a ratio up to 1 is refused") {
  for (const char* text : {"", "ratio", "ratio:", "ratio:0", "ratio:1.5", "ratio:-0.1", "ratio:0.2x", "Additive"}) {
    CAPTURE(text);
    Backoff backoff;
    CHECK_FALSE(task::parse_jitter(text, backoff));
  }
}

TEST_CASE("a delay stays finite however often a task failed") {
  const Backoff backoff;
  CHECK(backoff.delay(1000, 0) == backoff.delay(21, 0));
  CHECK(backoff.delay(1000, 0) > 0s);
}
