// Groups of options that several programs share.
#pragma once

#include <optional>
#include <string>

#include "base/time.hpp"
#include "config/database_url.hpp"
#include "pass/app.hpp"

namespace pass {

// --db, ONESHOT_DB, ONESHOT_DB_FILE.
class DbOptions {
 public:
  void add_to(App& app);

  // The database to use: what was given, else the embedded default below $XDG_STATE_HOME. Throws
  // Error{kUsage} for a password on the command line, Error{kConfig} for a URL that cannot be read,
  // and in a pod when nothing was given.
  config::DatabaseUrl target() const;

 private:
  std::string url_;
};

// --data-db, ONESHOT_DATA_DB, ONESHOT_DATA_DB_FILE: where report queries run when not in --db.
class DataDbOptions {
 public:
  void add_to(App& app);
  std::optional<config::DatabaseUrl> target() const;

 private:
  std::string url_;
};

// --redis, ONESHOT_REDIS, ONESHOT_REDIS_FILE. Empty: Redis is not used.
class RedisOptions {
 public:
  void add_to(App& app);
  std::string url() const;

 private:
  std::string url_;
};

// --export-dir: the folder of finished files.
class ExportDirOptions {
 public:
  void add_to(App& app);
  std::string folder() const;
  bool is_default() const { return folder_.empty(); }

 private:
  std::string folder_;
};

// --reports: the file of report definitions.
class ReportsOptions {
 public:
  void add_to(App& app);
  const std::string& file() const { return file_; }

 private:
  std::string file_ = "/etc/oneshot/reports.toml";
};

// --now: what a schedule or a sweep takes for the present.
class NowOptions {
 public:
  void add_to(App& app);

  // Nothing when it was not given. Throws Error{kUsage} for bad text, and for a program that would write:
  // only a dry run looks ahead, or a test with ONESHOT_TEST_CLOCK=1.
  std::optional<base::Instant> instant(bool dry_run) const;

 private:
  std::string text_;
};

// Refuses what is below `least`, in words.
CLI::Validator at_least(std::int64_t least);

// Parses durations ("30s", "5m") in an option of type base::milliseconds.
CLI::Option* add_duration(CLI::App& app, const std::string& name, base::milliseconds& value,
                          const std::string& meaning);

}  // namespace pass
