// What stands between a program and its database: each time one clear line with a hint, and its exit code.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

Words least_words(const std::string& name) {
  if (name == "export-submit") return {"one"};
  if (name == "export-download" || name == "export-cancel") return {"1"};
  return {};
}

// In text, as a person sees it: pass.begin, the line, pass.end.
struct Told {
  int exit_code;
  std::string line;
  std::string all;
};

Told told_by(const Room& room, const std::string& name, Variables more) {
  more["ONESHOT_LOG_FORMAT"] = "text";
  more["ONESHOT_LOG_LEVEL"] = "error";
  const Finished end = room.run(name, least_words(name), more);
  CHECK(end.out.empty());
  CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
  return {end.exit_code, end.err, end.out + end.err};
}

Variables without_database(const TempDir& state) {
  return {{"ONESHOT_DB", ""}, {"ONESHOT_EXPORT_DIR", ""}, {"XDG_STATE_HOME", state.path()}};
}

}  // namespace

TEST_CASE("a refused connection is 69 in every program") {
  const Room room(Backend::kSqlite);
  const std::string port = std::to_string(support::free_port());
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", "mysql://root@127.0.0.1:" + port + "/d"}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 69);
    CHECK_THAT(told.line, Contains("127.0.0.1:" + port) && Contains("Check that the server runs"));
  }
}

TEST_CASE("a missing socket is 69 in every program") {
  const Room room(Backend::kSqlite);
  const std::string socket = room.folder().file("no-socket");
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", "mysql://root@/d?socket=" + socket}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 69);
    CHECK_THAT(told.line, Contains(socket) && Contains("Check that the server runs"));
  }
}

TEST_CASE("a wrong password is 77 in every program and is not repeated") {
  Room room(Backend::kMariadb);
  if (!support::PrivateMariadb::shared().is_private()) return;  // a given server's users are not ours to change
  SqlRow row;
  const std::string user = "u_" + room.database().name().substr(2);
  room.database().execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'right-one'");
  const std::string url = support::PrivateMariadb::shared().tcp_url(room.database().name());
  const std::string at_host = url.substr(url.find('@'));
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", "mysql://" + user + ":wrong-one" + at_host}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 77);
    CHECK_THAT(told.line, Contains("Access denied") && Contains("Check user, password and grants"));
    CHECK(told.all.find("wrong-one") == std::string::npos);
  }
  room.database().execute("DROP USER '" + user + "'@'%'");
}

TEST_CASE("an unknown database is 78 in every program") {
  const Room room(Backend::kSqlite);
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", support::PrivateMariadb::shared().url("no_such_database")}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains("no_such_database") && Contains("Check the database's name"));
  }
}

TEST_CASE("an old schema is 78 for all but db-migrate, which upgrades it") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend);
  const long long steps = room.database().number("SELECT COUNT(*) FROM t_schema_migration");
  room.database().execute("DELETE FROM t_schema_migration WHERE version = " + std::to_string(steps));
  for (const std::string& name : kPrograms) {
    if (name == "db-migrate") continue;
    const Told told = told_by(room, name, {});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains("of " + std::to_string(steps)) && Contains("Run db-migrate"));
  }
  const Finished dry = room.run("db-migrate", {"--dry-run"});
  CHECK(dry.exit_code == 0);
  CHECK(events_named(dry.err, "migration.would_take").size() == 1);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_schema_migration") == steps - 1);

  CHECK(events_named(room.run("db-migrate", {}).err, "migration.step").size() == 1);
  const Finished twice = room.run("db-migrate", {"--json"});
  CHECK(parse_json(twice.out)["data"] == Json{{"version", steps}, {"steps", 0}});
  CHECK(room.submit({"one"}) > 0);
}

TEST_CASE("a step that was begun and not done counts as missing, and is taken again") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend);
  room.database().execute("UPDATE t_schema_migration SET done_at = NULL");
  CHECK(told_by(room, "export-run", {}).exit_code == 78);
  const Finished again = room.run("db-migrate", {});
  INFO(again.err);
  CHECK(again.exit_code == 0);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_schema_migration WHERE done_at IS NULL") == 0);
  CHECK(room.run("export-run", {}).exit_code == 0);
}

TEST_CASE("a schema from a newer version is 78 in every program") {
  Room room(Backend::kSqlite);
  room.database().execute(
      "INSERT INTO t_schema_migration (version, name, begun_at, done_at) VALUES (999, 'x', '2026-01-01', "
      "'2026-01-01')");
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains("999") && Contains("Upgrade this program"));
  }
}

TEST_CASE("a database without a schema is 78 and names db-migrate") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  const Room room(backend);
  Database empty(backend);
  empty.execute("CREATE TABLE other (id INT)");
  for (const char* name :
       {"export-submit", "export-run", "export-status", "export-download", "export-cancel", "redeliver", "cleanup"}) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", empty.url()}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains("no schema yet") && Contains("Run db-migrate"));
  }
}

TEST_CASE("what is no database is 78") {
  const Room room(Backend::kSqlite);
  const std::string file = room.folder().write("a.db", std::string(8192, 'x'));
  for (const std::string& name : kPrograms) {
    const Told told = told_by(room, name, {{"ONESHOT_DB", "sqlite:" + file}});
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
  }
}

TEST_CASE("without a database file the readers end with 78, name the path and create nothing") {
  const Room room(Backend::kSqlite);
  const TempDir state;
  for (const char* name : {"export-run", "export-status", "export-download", "export-cancel", "redeliver", "cleanup"}) {
    const Told told = told_by(room, name, without_database(state));
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains(state.path() + "/oneshot/oneshot.db") && Contains("Create it with db-migrate"));
    CHECK(std::filesystem::is_empty(state.path()));
  }
}

TEST_CASE("db-migrate and export-submit create the default database file") {
  const Room room(Backend::kSqlite);
  for (const char* name : {"db-migrate", "export-submit"}) {
    const TempDir state;
    const std::string file = state.file("oneshot/oneshot.db");
    const Finished end = room.run(name, least_words(name), without_database(state));
    INFO(name << "\n" << end.err);
    CHECK(end.exit_code == 0);
    CHECK(std::filesystem::exists(file));
    CHECK((std::filesystem::status(file).permissions() & std::filesystem::perms::others_all) ==
          std::filesystem::perms::none);
    CHECK(room.run("export-status", {}, without_database(state)).exit_code == 0);
  }
}

TEST_CASE("--dry-run and --emit-sql create no database file") {
  const Room room(Backend::kSqlite);
  const TempDir state;
  const Finished submit = room.run("export-submit", {"one", "--dry-run"}, without_database(state));
  CHECK(submit.exit_code == 0);
  CHECK(submit.out.empty());
  CHECK(room.run("export-submit", {"one", "--emit-sql"}, without_database(state)).exit_code == 0);
  CHECK(room.run("db-migrate", {"--dry-run"}, without_database(state)).exit_code == 78);
  CHECK(std::filesystem::is_empty(state.path()));
}

TEST_CASE("in a pod there is no default database") {
  const Room room(Backend::kSqlite);
  for (const std::string& name : kPrograms) {
    const TempDir state;
    Variables pod = without_database(state);
    pod["KUBERNETES_SERVICE_HOST"] = "10.0.0.1";
    const Told told = told_by(room, name, pod);
    INFO(name << "\n" << told.line);
    CHECK(told.exit_code == 78);
    CHECK_THAT(told.line, Contains("ONESHOT_DB_FILE"));
    CHECK(std::filesystem::is_empty(state.path()));
  }
}

TEST_CASE("the default export folder is made by the pass that needs it, a named one is not") {
  const Room room(Backend::kSqlite);
  const TempDir state;
  REQUIRE(room.run("db-migrate", {}, without_database(state)).exit_code == 0);
  CHECK(room.run("export-run", {}, without_database(state)).exit_code == 0);
  CHECK(std::filesystem::is_directory(state.path() + "/oneshot/exports"));
  Variables named = without_database(state);
  named["ONESHOT_EXPORT_DIR"] = state.path() + "/not-mounted";
  CHECK(room.run("export-run", {}, named).exit_code == 73);
  CHECK_FALSE(std::filesystem::exists(state.path() + "/not-mounted"));
}
