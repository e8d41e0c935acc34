// The fixtures of tests/support, so that a suite may trust them.
#include <catch2/catch.hpp>

#include "support/eventually.hpp"
#include "support/private_mariadb.hpp"
#include "support/private_redis.hpp"
#include "support/subprocess.hpp"
#include "support/temp_dir.hpp"

using namespace support;
using Catch::Matchers::Contains;

TEST_CASE("a program's output, code and signal are seen") {
  const Finished shell = run({.argv = {"/bin/sh", "-c", "cat; echo no >&2; exit 3"}, .input = "in"});
  CHECK(shell.out == "in");
  CHECK(shell.err == "no\n");
  CHECK(shell.exit_code == 3);
  Process waiting(Command{.argv = {"/bin/cat", "/dev/zero"}, .output_path = "/dev/null"});
  CHECK(waiting.is_running());
  waiting.send(SIGTERM);
  CHECK(waiting.wait().signal == SIGTERM);
}

TEST_CASE("a program inherits nothing but its path and a locale") {
  setenv("ONESHOT_DB", "sqlite:/not/this", 1);
  const Finished env = run({.argv = {"/usr/bin/env"}, .env = {{"A", "1"}}});
  unsetenv("ONESHOT_DB");
  CHECK_THAT(env.out, Contains("A=1\n") && Contains("LC_ALL=C.UTF-8"));
  CHECK(env.out.find("ONESHOT_DB") == std::string::npos);
}

TEST_CASE("a program that outlives its deadline fails the test") {
  Process process(Command{.argv = {"/bin/cat", "/dev/zero"}, .output_path = "/dev/null"});
  CHECK_THROWS_WITH(process.wait(milliseconds{20}), Contains("still running"));
}

TEST_CASE("a temporary folder goes with what is in it") {
  std::string path;
  {
    const TempDir folder;
    path = folder.path();
    CHECK(read_file(folder.write("a", "𠮷")) == "𠮷");
  }
  CHECK_THROWS(read_file(path + "/a"));
}

TEST_CASE("a private MariaDB answers through its socket and its port, and comes back after a kill") {
  PrivateMariadb& server = PrivateMariadb::shared();
  const auto database = server.create_database();
  database->sql().execute("CREATE TABLE t (a VARCHAR(9), b INT); INSERT INTO t VALUES ('𠮷', NULL)");
  CHECK(database->sql().value("SELECT a FROM t") == "𠮷");
  CHECK(database->sql().value("SELECT b FROM t") == "NULL");
  CHECK(SqlClient(server.tcp_url(database->name())).value("SELECT COUNT(*) FROM t") == "1");
  if (!server.is_private()) return;
  server.kill();
  CHECK_THROWS(SqlClient(server.url(database->name())));
  server.start();
  CHECK(SqlClient(server.url(database->name())).value("SELECT COUNT(*) FROM t") == "1");
}

TEST_CASE("a private MariaDB can have TLS") {
  PrivateMariadb server({.tls = true});
  CHECK(SqlClient(server.url("mysql")).value("SELECT @@have_ssl") == "YES");
}

TEST_CASE("a private Redis answers, pauses and dies") {
  PrivateRedis redis;
  CHECK(redis.command({"SET", "k", "v"}) == "OK");
  CHECK(redis.command({"GET", "k"}) == "v");
  CHECK(redis.command({"GET", "none"}) == "(nil)");
  CHECK_THROWS(redis.command({"INCR", "k"}));
  redis.kill();
  CHECK_THROWS(redis.command({"PING"}));
  redis.start();
  CHECK(redis.command({"GET", "k"}) == "(nil)");
}
