// The database of a case, looked at from behind the programs' back: the same questions on SQLite and MariaDB.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/private_mariadb.hpp"
#include "support/temp_dir.hpp"

namespace cmd_tests {

using support::SqlRow;

enum class Backend { kSqlite, kMariadb };

inline constexpr const char* name_of(Backend backend) { return backend == Backend::kSqlite ? "SQLite" : "MariaDB"; }

class SqliteClient {
 public:
  explicit SqliteClient(const std::string& path) {
    if (sqlite3_open(path.c_str(), &handle_) != SQLITE_OK) fail("open " + path);
    sqlite3_busy_timeout(handle_, 20'000);
  }
  ~SqliteClient() { sqlite3_close(handle_); }
  SqliteClient(const SqliteClient&) = delete;
  SqliteClient& operator=(const SqliteClient&) = delete;

  // The rows of the last statement.
  std::vector<SqlRow> query(const std::string& sql) {
    std::vector<SqlRow> rows;
    const auto take = [](void* all, int width, char** values, char**) {
      SqlRow& row = static_cast<std::vector<SqlRow>*>(all)->emplace_back();
      for (int i = 0; i < width; ++i)
        row.push_back(values[i] == nullptr ? std::nullopt : std::optional<std::string>(values[i]));
      return 0;
    };
    if (sqlite3_exec(handle_, sql.c_str(), take, &rows, nullptr) != SQLITE_OK) fail(sql.substr(0, 200));
    return rows;
  }

 private:
  [[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(std::string(sqlite3_errmsg(handle_)) + ": " + what);
  }

  sqlite3* handle_ = nullptr;
};

// An empty database of its own.
class Database {
 public:
  explicit Database(Backend backend) : backend_(backend) {
    if (backend == Backend::kMariadb) {
      mariadb_ = support::PrivateMariadb::shared().create_database();
    } else {
      folder_ = std::make_unique<support::TempDir>();
      sqlite_ = std::make_unique<SqliteClient>(folder_->file("oneshot.db"));
    }
  }

  Backend backend() const { return backend_; }
  std::string url() const { return mariadb_ ? mariadb_->url() : "sqlite:" + folder_->file("oneshot.db"); }
  std::string name() const { return mariadb_ ? mariadb_->name() : folder_->file("oneshot.db"); }

  std::vector<SqlRow> query(const std::string& sql) {
    return mariadb_ ? mariadb_->sql().query(sql) : sqlite_->query(sql);
  }
  void execute(const std::string& sql) { query(sql); }

  // The first column of the only row; "NULL" for NULL.
  std::string value(const std::string& sql) {
    const std::vector<SqlRow> rows = query(sql);
    if (rows.size() != 1 || rows[0].empty())
      throw std::runtime_error(std::to_string(rows.size()) + " rows instead of one: " + sql);
    return rows[0][0].value_or("NULL");
  }
  long long number(const std::string& sql) { return std::stoll(value(sql)); }

  // SQL for an instant so far from the database's clock, in UTC; a negative one lies behind it.
  std::string from_now(std::chrono::seconds distance) const {
    const std::string count = std::to_string(distance.count());
    return mariadb_ ? "(UTC_TIMESTAMP(6) + INTERVAL " + count + " SECOND)"
                    : "strftime('%Y-%m-%d %H:%M:%f000', 'now', '" + count + " seconds')";
  }

  // A table t(id, label, amount, at) whose ids are 1 to `count`.
  void make_rows(int count) {
    execute(
        "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, label VARCHAR(64), amount DECIMAL(12,2), at DATETIME);"
        "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        std::to_string(count) + ") SELECT i, " + (mariadb_ ? "CONCAT('row ', i)" : "'row ' || i") +
        ", i * 1.25, '2026-01-31 08:00:00' FROM n");
  }

 private:
  Backend backend_;
  std::unique_ptr<support::TempDir> folder_;
  std::unique_ptr<SqliteClient> sqlite_;
  std::unique_ptr<support::TestDatabase> mariadb_;
};

}  // namespace cmd_tests
