// Every program from outside: help, misuse, secrets, a full disk behind stdout, its events.
#include <catch2/catch.hpp>

#include "cmd/room.hpp"

using namespace cmd_tests;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

long lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

Finished bare(const std::string& name, const Words& words, const std::string& output_path = "") {
  Command command{.argv = {support::program(name)}, .output_path = output_path};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  return support::run(command);
}

// What each program prints data for, in a room with a finished task and one that waits.
Words words_with_data(const std::string& name, const std::string& id, const std::string& waiting) {
  if (name == "db-migrate") return {"--json"};
  if (name == "export-submit") return {"rows"};
  if (name == "export-run") return {"--task", "999", "--json"};
  if (name == "redeliver" || name == "cleanup") return {};
  if (name == "export-cancel") return {waiting, "--dry-run"};
  return {id};
}

}  // namespace

TEST_CASE("--help is data: on stdout, with the exit codes and an example") {
  for (const std::string& name : kPrograms) {
    INFO(name);
    const Finished help = bare(name, {"--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, Contains("Usage: ") && Contains("Exit codes:") && Contains("Examples:\n  "));
    for (const char* code : {"\n  0 ", "\n  64 ", "\n  66 ", "\n  69 ", "\n  74 ", "\n  75 ", "\n  78 ", "\n  143 "})
      CHECK_THAT(help.out, Contains(code));
    CHECK_THAT(help.out, Contains("--db URL") && Contains("ONESHOT_DB") && Contains("--json"));
  }
}

TEST_CASE("--version names program and version") {
  for (const std::string& name : kPrograms) {
    const Finished version = bare(name, {"--version"});
    CHECK(version.exit_code == 0);
    CHECK_THAT(version.out, StartsWith(name + " ") && Contains("."));
    CHECK(lines_of(version.out) == 1);
  }
}

TEST_CASE("help and version into a full disk end with 74") {
  for (const std::string& name : kPrograms) {
    INFO(name);
    CHECK(bare(name, {"--help"}, "/dev/full").exit_code == 74);
    CHECK(bare(name, {"--version"}, "/dev/full").exit_code == 74);
  }
}

TEST_CASE("an unknown option is usage: 64 and one line that says what to do") {
  for (const std::string& name : kPrograms) {
    // What is required comes first, so it is given.
    const bool needs_id = name == "export-download" || name == "export-cancel";
    const Finished end = bare(name, needs_id ? Words{"1", "--no-such-option"} : Words{"--no-such-option"});
    CHECK(end.exit_code == 64);
    CHECK(end.out.empty());
    CHECK(lines_of(end.err) == 1);
    CHECK_THAT(end.err, StartsWith(name + ": ") && Contains("--no-such-option") && Contains("Run " + name + " --help"));
  }
}

TEST_CASE("options out of their range are usage, in one line") {
  const std::vector<std::pair<std::string, Words>> wrong{
      {"export-run", {"--workers", "0"}},
      {"export-run", {"--limit", "-1"}},
      {"export-run", {"--for", "soon"}},
      {"export-run", {"--jitter", "wild"}},
      {"export-run", {"--max-running", "0"}},
      {"export-run", {"--log-level", "loud"}},
      {"export-submit", {"one", "--format", "pdf"}},
      {"export-submit", {"one", "--not-before", "tomorrow"}},
      {"export-submit", {}},
      {"export-submit", {"one", "--again", "1"}},
      {"export-submit", {"one", "--user", "-1"}},
      {"export-status", {"--state", "LOST"}},
      {"export-status", {"--watch"}},
      {"export-status", {"first"}},
      {"export-download", {}},
      {"export-download", {"1", "2"}},
  };
  const Room room(Backend::kSqlite);
  for (const auto& [name, words] : wrong) {
    const Finished end = room.run(name, words, {{"ONESHOT_LOG_LEVEL", "error"}, {"ONESHOT_LOG_FORMAT", "text"}});
    INFO(name << " " << (words.empty() ? "" : words.front()) << " " << (words.empty() ? "" : words.back()) << "\n"
              << end.err);
    CHECK(end.exit_code == 64);
    CHECK(end.out.empty());
    CHECK(lines_of(end.err) == 1);
  }
}

TEST_CASE("a password on the command line is refused and repeated nowhere") {
  const std::string secret = "hunter2-is-secret";
  const auto refused = [&](const std::string& name, Words words) {
    if (name == "export-submit") words.insert(words.begin(), "one");
    if (name == "export-download" || name == "export-cancel") words.insert(words.begin(), "1");
    for (const char* format : {"text", "json"}) {
      words.insert(words.end(), {"--log-format", format});
      const Finished end = bare(name, words);
      INFO(name << " " << words.back() << "\n" << end.out << end.err);
      CHECK(end.exit_code == 64);
      CHECK((end.out + end.err).find(secret) == std::string::npos);
      CHECK_THAT(end.err, Contains("_FILE"));
      words.resize(words.size() - 2);
    }
  };
  for (const std::string& name : kPrograms) {
    const std::string url = "mysql://u:" + secret + "@127.0.0.1/d";
    refused(name, {"--db", url});
    refused(name, {"--db=" + url});
    refused(name, {"--db", url, "--json"});
  }
  for (const std::string name : {"export-submit", "export-run", "export-status"}) {
    Words words{"--redis", "redis://u:" + secret + "@127.0.0.1/0"};
    // A list needs no Redis, a submit only with --wait.
    if (name == "export-status") words.insert(words.begin(), "1");
    refused(name, words);
  }
  refused("export-run", {"--data-db", "mysql://u:" + secret + "@127.0.0.1/d"});
}

TEST_CASE("a password in a misspelt option is repeated nowhere") {
  for (const std::string& name : kPrograms) {
    for (const Words& words : {Words{"--bd", "mysql://u:hunter2@h/d"}, Words{"--bd=mysql://u:hunter2@h/d"}}) {
      const Finished end = bare(name, words);
      INFO(name << "\n" << end.err);
      CHECK(end.exit_code == 64);
      CHECK(end.err.find("hunter2") == std::string::npos);
      CHECK_THAT(end.err, Contains("--bd"));
    }
  }
}

TEST_CASE("a full disk behind stdout is 74, and says so") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3);
  const std::string id = id_text(room.submit({"rows"}));
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  const std::string waiting = id_text(room.submit({"rows", "--not-before", "2099-01-01T00:00:00Z"}));
  for (const std::string& name : kPrograms) {
    if (name == "export-run" || name == "redeliver" || name == "cleanup") continue;  // print no data
    INFO(name);
    Command command = room.command(name, words_with_data(name, id, waiting));
    command.output_path = "/dev/full";
    const Finished end = support::run(command);
    CHECK(end.exit_code == 74);
    CHECK_THAT(end.err, Contains("standard output") && Contains("\"exit\":74"));
  }
  Command copy = room.command("export-download", {id, "-o", "-"});
  copy.output_path = "/dev/full";
  CHECK(support::run(copy).exit_code == 74);
}

TEST_CASE("events are JSON lines from pass.begin to pass.end, in success and in failure") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3);
  const std::string id = id_text(room.submit({"rows"}));
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  const std::string waiting = id_text(room.submit({"rows", "--not-before", "2099-01-01T00:00:00Z"}));
  const auto check = [&](const std::string& name, const Words& words, const Variables& more = {}) {
    const Finished end = room.run(name, words, more);
    INFO(name << "\n" << end.err);
    const std::vector<Json> events = events_of(end.err);
    CHECK(static_cast<long>(events.size()) == lines_of(end.err));
    REQUIRE(events.size() >= 2);
    for (const Json& event : events) {
      CHECK(event["cmd"] == name);
      CHECK_THAT(event["time"].get<std::string>(),
                 Catch::Matchers::Matches("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"));
      CHECK(event.contains("level"));
    }
    CHECK(events.front()["event"] == "pass.begin");
    CHECK(events.front().contains("version"));
    CHECK(events.back()["event"] == "pass.end");
    CHECK(events.back()["outcome"].is_string());
    CHECK(events.back()["exit"] == end.exit_code);
    CHECK(events.back()["duration_ms"].is_number_unsigned());
    return end.exit_code;
  };
  for (const std::string& name : kPrograms) {
    check(name, name == "export-run" ? Words{} : words_with_data(name, id, waiting));
    Words words = words_with_data(name, id, waiting);
    const Variables nowhere{{"ONESHOT_DB", "mysql://root@127.0.0.1:1/d"}};
    CHECK(check(name, words, nowhere) == 69);
    const Variables nonsense{{"ONESHOT_DB", "oracle://u:p@h/d"}};
    CHECK(check(name, words, nonsense) == 78);
  }
  CHECK(check("export-run", {"--task", "999"}) == 66);
  CHECK(check("export-submit", {"unknown-report"}) == 65);
}

TEST_CASE("with --json an error is an envelope on stdout too") {
  const Room room(Backend::kSqlite);
  const Finished end = room.run("export-submit", {"unknown-report", "--json"});
  CHECK(end.exit_code == 65);
  const Json envelope = parse_json(end.out);
  CHECK(envelope["code"] == 65);
  CHECK_THAT(envelope["message"].get<std::string>(), Contains("unknown-report"));
}
