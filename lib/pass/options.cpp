#include "pass/options.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/time.hpp"

namespace pass {

namespace {

using base::Error;
using base::Kind;

// What `NAME_FILE` points at holds the value, so that a secret is neither in argv nor in the environment.
std::string read_secret_file(const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr || *path == '\0') return {};
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw Error(Kind::kConfig, std::string("cannot read the file that ") + variable + " names: " + path,
                "Check the path and its permissions.");
  std::string value = text.str();
  value.erase(value.find_last_not_of(" \t\r\n") + 1);
  if (value.empty()) throw Error(Kind::kConfig, std::string("the file that ") + variable + " names is empty: " + path);
  return value;
}

// The URL as given by flag, environment or config file, else by the file that `variable`_FILE names.
std::string given_url(const std::string& value, const std::string& variable) {
  return value.empty() ? read_secret_file((variable + "_FILE").c_str()) : value;
}

void refuse_password(App& app, const std::string& flag, const std::string& value, const std::string& variable) {
  app.require([&app, &value, flag, variable] {
    if (!app.is_on_command_line(flag) || !config::has_password(value)) return;
    throw Error(Kind::kUsage, "a password in " + flag + " can be read by everyone on this host",
                "Put the URL into " + variable + ", or into a file that " + variable + "_FILE names.");
  });
}

// $XDG_STATE_HOME/oneshot, the home of the embedded default.
std::string state_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::string(state) + "/oneshot";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string(home) + "/.local/state/oneshot";
  throw Error(Kind::kConfig, "no database was given and there is no home folder for the default one",
              "Give --db, ONESHOT_DB or ONESHOT_DB_FILE.");
}

bool in_a_pod() { return std::getenv("KUBERNETES_SERVICE_HOST") != nullptr; }

}  // namespace

void DbOptions::add_to(App& app) {
  refuse_password(app, "--db", url_, "ONESHOT_DB");
  app.add_option("--db", url_, "the database: sqlite:PATH or mysql://user@host:port/db")
      ->type_name("URL")
      ->envname("ONESHOT_DB");
  app.describe([this] { return base::Field("db", target().shown()); });
}

config::DatabaseUrl DbOptions::target() const {
  const std::string url = given_url(url_, "ONESHOT_DB");
  if (!url.empty()) return config::parse_database_url(url);
  if (in_a_pod())
    throw Error(Kind::kConfig, "no database was given, and a pod has no default one",
                "Set ONESHOT_DB_FILE to the mounted secret that holds the URL.");
  return config::parse_database_url("sqlite:" + state_folder() + "/oneshot.db");
}

void DataDbOptions::add_to(App& app) {
  refuse_password(app, "--data-db", url_, "ONESHOT_DATA_DB");
  app.add_option("--data-db", url_, "where report queries run, when not in --db: a read-only user, a replica")
      ->type_name("URL")
      ->envname("ONESHOT_DATA_DB");
  app.describe([this] {
    const auto data = target();
    return base::Field("data_db", data ? data->shown() : "");
  });
}

std::optional<config::DatabaseUrl> DataDbOptions::target() const {
  const std::string url = given_url(url_, "ONESHOT_DATA_DB");
  if (url.empty()) return std::nullopt;
  return config::parse_database_url(url);
}

void RedisOptions::add_to(App& app) {
  refuse_password(app, "--redis", url_, "ONESHOT_REDIS");
  app.add_option("--redis", url_, "Redis for live progress: redis://user@host:port/n; empty: not used")
      ->type_name("URL")
      ->envname("ONESHOT_REDIS");
}

std::string RedisOptions::url() const { return given_url(url_, "ONESHOT_REDIS"); }

void ExportDirOptions::add_to(App& app) {
  app.add_option("--export-dir", folder_, "folder of the finished files (default: beside the embedded database)")
      ->type_name("DIR")
      ->envname("ONESHOT_EXPORT_DIR");
}

std::string ExportDirOptions::folder() const { return folder_.empty() ? state_folder() + "/exports" : folder_; }

void ReportsOptions::add_to(App& app) {
  app.add_option("--reports", file_, "report definitions, TOML")
      ->type_name("FILE")
      ->envname("ONESHOT_REPORTS")
      ->capture_default_str();
}

void NowOptions::add_to(App& app) {
  app.add_option("--now", text_, "look ahead as if it were then; with --dry-run only")->type_name("INSTANT");
}

std::optional<base::Instant> NowOptions::instant(bool dry_run) const {
  if (text_.empty()) return std::nullopt;
  const auto instant = base::parse_instant(text_);
  if (!instant)
    throw Error(Kind::kUsage, "--now '" + text_ + "' is not an instant with its offset",
                "Write it as 2026-12-01T08:00:00+08:00 or 2026-12-01T00:00:00Z.");
  const char* test = std::getenv("ONESHOT_TEST_CLOCK");
  if (!dry_run && (test == nullptr || std::string(test) != "1"))
    throw Error(Kind::kUsage, "--now would write with a clock that is not the database's", "Add --dry-run.");
  return instant;
}

CLI::Validator at_least(std::int64_t least) {
  return CLI::Validator(
      [least](std::string& text) -> std::string {
        std::int64_t value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= least) return {};
        return "'" + text + "' is not a whole number from " + std::to_string(least) + " on";
      },
      "");
}

CLI::Option* add_duration(CLI::App& app, const std::string& name, base::milliseconds& value,
                          const std::string& meaning) {
  const std::string shown = value.count() > 0 ? " [" + base::format_duration(value) + "]" : "";
  return app
      .add_option_function<std::string>(
          name,
          [&value, name](const std::string& text) {
            const auto duration = base::parse_duration(text);
            if (!duration) throw CLI::ValidationError(name, "'" + text + "' is not a duration such as 30s, 5m or 2h");
            value = *duration;
          },
          meaning + shown)
      ->type_name("DURATION");
}

}  // namespace pass
