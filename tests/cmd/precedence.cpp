// Where an option's value comes from: flag, environment, config file, default.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;

namespace {

// The database that a program says it aims at.
std::string database_of(const Finished& end) { return events_named(end.err, "pass.begin").at(0)["db"]; }

std::string sqlite_url(const Room& room, const std::string& name) { return "sqlite:" + room.folder().file(name); }

}  // namespace

TEST_CASE("a flag wins over the environment, the environment over the config file") {
  const Room room(Backend::kSqlite);
  const std::string file = sqlite_url(room, "file.db"), env = sqlite_url(room, "env.db"),
                    flag = sqlite_url(room, "flag.db");
  const std::string config = room.folder().write("options.toml", "db = \"" + file + "\"\n");
  Command command = room.command("export-status", {"--config", config});
  command.env.erase("ONESHOT_DB");
  CHECK(database_of(support::run(command)) == file);
  command.env["ONESHOT_DB"] = env;
  CHECK(database_of(support::run(command)) == env);
  command.argv.insert(command.argv.end(), {"--db", flag});
  CHECK(database_of(support::run(command)) == flag);
}

TEST_CASE("a program's own section wins over the shared part, and others' options are passed over") {
  Room room(Backend::kSqlite);
  for (int i = 0; i < 4; ++i) room.submit({"one"});
  const std::string config = room.folder().write("options.toml", R"toml(
limit = 1
queue-limit = 4
[export-run]
limit = 3
)toml");
  room.set("ONESHOT_CONFIG", config);
  CHECK(events_of(room.run("export-run", {}).err).back()["claimed"] == 3);
  CHECK(events_of(room.run("export-run", {"--limit", "0"}).err).back()["claimed"] == 1);
}

TEST_CASE("an unknown option of a program's own section is refused by name") {
  const Room room(Backend::kSqlite);
  const std::string config = room.folder().write("options.toml", "[export-run]\nlimits = 3\n");
  const Finished end = room.run("export-run", {"--config", config});
  CHECK(end.exit_code == 78);
  CHECK_THAT(end.err, Contains("limits") && Contains("export-run"));
  CHECK(room.run("export-status", {"--config", config}).exit_code == 0);
}

TEST_CASE("a config file that is missing or no TOML is 78") {
  const Room room(Backend::kSqlite);
  const std::string broken = room.folder().write("broken.toml", "limit = = 3\n");
  for (const std::string& config : {broken, room.folder().file("missing.toml")}) {
    for (const std::string& name : kPrograms) {
      Words words{"--config", config};
      if (name == "export-download" || name == "export-submit" || name == "export-cancel") words.push_back("1");
      const Finished end = room.run(name, words);
      INFO(name << " " << config << "\n" << end.err);
      CHECK(end.exit_code == 78);
    }
  }
}

TEST_CASE("the variable that names the config file counts like the flag, and the flag wins") {
  Room room(Backend::kSqlite);
  room.set("ONESHOT_CONFIG", room.folder().file("missing.toml"));
  CHECK(room.run("export-status", {}).exit_code == 78);
  CHECK(room.run("export-status", {"--config", room.folder().write("empty.toml", "")}).exit_code == 0);
  CHECK(room.run("export-status", {"--help"}).exit_code == 0);
}

TEST_CASE("a URL in a secret file is used, and its password shown nowhere") {
  Room room(Backend::kMariadb);
  if (!support::PrivateMariadb::shared().is_private()) return;  // a given server's users are not ours to change
  const std::string user = "u_" + room.database().name().substr(2);
  room.database().execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pass-word-1'; GRANT ALL ON `" +
                          room.database().name() + "`.* TO '" + user + "'@'%'");
  const std::string url = support::PrivateMariadb::shared().tcp_url(room.database().name());
  const std::string secret =
      room.folder().write("db-url", "mysql://" + user + ":pass-word-1" + url.substr(url.find('@')) + "\n");
  const long long id = room.submit({"one"});
  for (const std::string& name : kPrograms) {
    Words words;
    if (name == "export-submit") words = {"one"};
    if (name == "export-download") words = {id_text(id)};
    if (name == "export-cancel") words = {id_text(room.submit({"one"}))};
    Command command = room.command(name, words, {{"ONESHOT_DB_FILE", secret}, {"ONESHOT_LOG_LEVEL", "debug"}});
    command.env.erase("ONESHOT_DB");
    const Finished end = support::run(command);
    INFO(name << "\n" << end.err);
    CHECK(end.exit_code == 0);
    CHECK(end.err.find("pass-word-1") == std::string::npos);
    CHECK_THAT(database_of(end), Contains(user + "@127.0.0.1"));
  }
  room.database().execute("DROP USER '" + user + "'@'%'");
}

TEST_CASE("a secret file that is missing or empty is 78 and named") {
  const Room room(Backend::kSqlite);
  for (const std::string& file : {room.folder().file("missing"), room.folder().write("empty", "\n")}) {
    Command command = room.command("export-status", {}, {{"ONESHOT_DB_FILE", file}});
    command.env.erase("ONESHOT_DB");
    const Finished end = support::run(command);
    CHECK(end.exit_code == 78);
    CHECK_THAT(end.err, Contains(file));
  }
}

TEST_CASE("--data-db reads the report elsewhere, and the task's row stays in --db") {
  Room room(Backend::kSqlite);
  Database data(GENERATE(Backend::kSqlite, Backend::kMariadb));
  data.make_rows(7);
  const long long id = room.submit({"rows"});
  CHECK(room.run("export-run", {}, {{"ONESHOT_DATA_DB", data.url()}}).exit_code == 0);
  CHECK(room.of(id, "status") == "SUCCESS");
  CHECK(room.of(id, "total_rows") == "7");
}

TEST_CASE("the log level leaves out what is below it") {
  const Room room(Backend::kSqlite);
  CHECK(room.run("export-run", {"--log-level", "warn"}).err.empty());
  CHECK_FALSE(room.run("export-run", {}, {{"ONESHOT_LOG_LEVEL", "info"}}).err.empty());
}
