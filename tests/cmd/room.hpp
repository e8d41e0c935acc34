// A room for one case: a database with its schema, an export folder, report definitions, and the programs in it.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cmd/database.hpp"
#include "support/eventually.hpp"
#include "support/json.hpp"
#include "support/subprocess.hpp"
#include "support/temp_dir.hpp"

namespace cmd_tests {

using support::Command;
using support::events_named;
using support::events_of;
using support::eventually;
using support::Finished;
using support::Json;
using support::milliseconds;
using support::parse_json;
using support::Process;
using support::TempDir;

inline const std::vector<std::string> kPrograms{"db-migrate",      "export-submit", "export-run", "export-status",
                                                "export-download", "export-cancel", "redeliver",  "cleanup"};

using Words = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

// The small report of most cases: table t in pages of 100 rows.
inline constexpr const char* kReports = R"toml(
[rows]
from = "t"
where = "id >= :first"
params.first = { type = "integer", default = 1 }
key = ["id"]
page_rows = 100
columns = [ { expr = "id" }, { expr = "label" }, { expr = "amount" }, { expr = "at" } ]

[one]
query = "SELECT 1 AS one"

[absent]
from = "no_such_table"
key = ["id"]
columns = [ { expr = "id" } ]
)toml";

class Room {
 public:
  explicit Room(Backend backend, const std::string& more_reports = "") : database_(backend) {
    std::filesystem::create_directory(exports());
    folder_.write("reports.toml", kReports + more_reports);
    const Finished end = run("db-migrate", {});
    if (end.exit_code != 0) throw std::runtime_error("db-migrate: " + end.err);
  }

  Database& database() { return database_; }
  const Database& database() const { return database_; }
  const TempDir& folder() const { return folder_; }
  std::string exports() const { return folder_.file("exports"); }

  // A variable for every program that is started from now on.
  void set(const std::string& name, const std::string& value) { more_[name] = value; }

  // Everything a program needs is in its environment; `words` follow its name.
  Command command(const std::string& name, const Words& words, const Variables& more = {}) const {
    Command command{.argv = {support::program(name)}};
    command.argv.insert(command.argv.end(), words.begin(), words.end());
    command.env = {{"ONESHOT_DB", database_.url()},
                   {"ONESHOT_EXPORT_DIR", exports()},
                   {"ONESHOT_REPORTS", folder_.file("reports.toml")},
                   {"ONESHOT_LOG_FORMAT", "json"}};
    for (const auto& [variable, value] : more_) command.env[variable] = value;
    for (const auto& [variable, value] : more) command.env[variable] = value;
    return command;
  }

  Finished run(const std::string& name, const Words& words, const Variables& more = {}) const {
    return support::run(command(name, words, more));
  }
  Process start(const std::string& name, const Words& words, const Variables& more = {}) const {
    return Process(command(name, words, more));
  }

  // Submits and returns the id.
  long long submit(Words words, const Variables& more = {}) const {
    const Finished end = run("export-submit", words, more);
    if (end.exit_code != 0) throw std::runtime_error("export-submit: " + end.out + end.err);
    return std::stoll(end.out);
  }

  // A column of a task's row, as text.
  std::string of(long long id, const std::string& column) {
    return database_.value("SELECT " + column + " FROM t_report_task WHERE id = " + std::to_string(id));
  }

  // Names in the export folder, sorted.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(exports())) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  Database database_;
  TempDir folder_;
  Variables more_;
};

// Has the program stopped itself at the step that ONESHOT_TEST_STEP names?
inline bool is_stopped(const Process& process) {
  const std::string path = "/proc/" + std::to_string(process.pid()) + "/stat";
  const std::string stat = support::read_file(path);
  return stat.substr(stat.rfind(')') + 2, 1) == "T";
}

// A run that stands still at a named step until it is told to go on, end or die.
inline Process run_until(const Room& room, const std::string& step, Words words = {}, Variables more = {}) {
  more["ONESHOT_TEST_STEP"] = step + ":stop";
  Process process = room.start("export-run", words, more);
  if (!eventually([&] { return is_stopped(process); }))
    throw std::runtime_error("export-run never came to step " + step + "\n" + process.err());
  return process;
}

// Has the heartbeat of the only task been written 200 ms ago, by the database's clock?
inline bool is_silent_for_200_ms(Room& room) {
  const bool on_mariadb = room.database().backend() == Backend::kMariadb;
  return room.database().number(std::string("SELECT heartbeat_at < ") +
                                (on_mariadb ? "UTC_TIMESTAMP(6) - INTERVAL 200000 MICROSECOND"
                                            : "strftime('%Y-%m-%d %H:%M:%f000', 'now', '-0.2 seconds')") +
                                " FROM t_report_task") == 1;
}

inline std::string id_text(long long id) { return std::to_string(id); }

}  // namespace cmd_tests
