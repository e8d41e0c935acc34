// A fresh database for one case, on either backend: what the store and race suites run on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.hpp"
#include "config/database_url.hpp"
#include "store/migrations.hpp"
#include "store/session.hpp"
#include "support/private_mariadb.hpp"
#include "support/sqlite_client.hpp"
#include "support/temp_dir.hpp"

namespace support {

// A pass's context that says nothing.
class QuietContext {
 public:
  operator const base::Context&() const { return context_; }
  base::Context& get() { return context_; }

 private:
  base::Log log_{"test", base::LogFormat::kJson, base::Level::kError};
  base::StopSource stop_;
  base::Output out_;
  base::Context context_{log_, base::StopToken(stop_), out_, false, false, {}};
};

// What a test does to a database behind the store's back. Values come as the server prints them.
class TaskDatabase {
 public:
  virtual ~TaskDatabase() = default;
  TaskDatabase(const TaskDatabase&) = delete;
  TaskDatabase& operator=(const TaskDatabase&) = delete;

  virtual std::vector<SqlRow> query(const std::string& sql) = 0;
  void execute(const std::string& sql) { query(sql); }

  // Of the first column of the only row; "NULL" for NULL.
  std::string value(const std::string& sql) {
    const std::vector<SqlRow> rows = query(sql);
    if (rows.size() != 1 || rows[0].empty())
      throw std::runtime_error(std::to_string(rows.size()) + " rows instead of one: " + sql);
    return rows[0][0].value_or("NULL");
  }

  // SQL for the database's clock in UTC, `seconds` from now.
  std::string now(int seconds = 0) const {
    const std::string offset = std::to_string(seconds);
    return is_mysql() ? "(UTC_TIMESTAMP(6) + INTERVAL " + offset + " SECOND)"
                      : "strftime('%Y-%m-%d %H:%M:%f000', 'now', '" + offset + " seconds')";
  }

  const config::DatabaseUrl& url() const { return url_; }
  bool is_mysql() const { return url_.backend == config::Backend::kMysql; }

  store::Session open(const store::SessionOptions& options = {}) const { return store::open(url_, options); }

 protected:
  explicit TaskDatabase(config::DatabaseUrl url) : url_(std::move(url)) {}

  void migrate() const {
    store::Session session(url_, {}, store::IfMissing::kCreate);
    store::migrate(session, QuietContext());
  }

 private:
  config::DatabaseUrl url_;
};

namespace detail {
struct SqliteFile {
  TempDir folder;
  config::DatabaseUrl url = config::parse_database_url("sqlite:" + folder.file("oneshot.db"));
};
struct MariadbDatabase {
  std::unique_ptr<TestDatabase> database = PrivateMariadb::shared().create_database();
};
}  // namespace detail

// Without a table.
class EmptySqlite : private detail::SqliteFile, public TaskDatabase {
 public:
  EmptySqlite() : TaskDatabase(SqliteFile::url), client_(SqliteFile::url.path) {
    client_.execute("SELECT 1 FROM sqlite_schema");
  }
  using TaskDatabase::url;
  std::vector<SqlRow> query(const std::string& sql) override { return client_.query(sql); }

 private:
  SqliteClient client_;
};

class EmptyMariadb : private detail::MariadbDatabase, public TaskDatabase {
 public:
  EmptyMariadb() : TaskDatabase(config::parse_database_url(database->url())) {}
  std::vector<SqlRow> query(const std::string& sql) override { return database->sql().query(sql); }
};

// With the current schema.
class Sqlite : public EmptySqlite {
 public:
  Sqlite() { migrate(); }
};

class Mariadb : public EmptyMariadb {
 public:
  Mariadb() { migrate(); }
};

}  // namespace support
