#include "store/sqlite_reader.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <map>

#include "embedded_sql.hpp"
#include "store/database_error.hpp"
#include "store/declared_type.hpp"

namespace store {

namespace {

using task::ValueKind;
using SteadyTime = std::chrono::steady_clock::time_point;

constexpr int kBusyMs = 10'000;
constexpr int kStepsBetweenChecks = 10'000;

struct CloseStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, CloseStatement>;

[[noreturn]] void fail(sqlite3* handle, std::string_view doing) {
  throw sqlite_error(doing, sqlite3_extended_errcode(handle), sqlite3_errmsg(handle));
}

StatementHandle prepare(sqlite3* handle, std::string_view sql, std::string_view doing) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
    fail(handle, doing);
  return StatementHandle(statement);
}

class SqliteRows final : public Rows {
 public:
  SqliteRows(sqlite3* handle, const std::string& sql)
      : handle_(handle), statement_(prepare(handle, sql, "run the report's query")) {
    sqlite3_stmt* statement = statement_.get();
    const int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; ++i) {
      const char* declared = sqlite3_column_decltype(statement, i);
      const DeclaredType type = declared_type(declared == nullptr ? "" : declared);
      columns_.push_back({sqlite3_column_name(statement, i), type.kind, type.scale});
    }
    cells_.resize(columns_.size());
    numbers_.resize(columns_.size());
  }

  const std::vector<task::ResultColumn>& columns() const override { return columns_; }

  bool next() override {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_DONE) return false;
    if (code != SQLITE_ROW) fail(handle_, "read the report's rows");
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = read(static_cast<int>(i));
    return true;
  }

  std::span<const task::Cell> cells() const override { return cells_; }

 private:
  // SQLite prints a REAL with 15 digits; this is the shortest text that reads back the same.
  std::string_view shortest(std::size_t column, double value) {
    auto& buffer = numbers_[column];
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
  }

  task::Cell read(int i) {
    sqlite3_stmt* statement = statement_.get();
    const auto column = static_cast<std::size_t>(i);
    switch (sqlite3_column_type(statement, i)) {
      case SQLITE_NULL:
        return {};
      case SQLITE_INTEGER: {
        auto& buffer = numbers_[column];
        const auto [end, error] =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), sqlite3_column_int64(statement, i));
        return {ValueKind::kInteger, {buffer.data(), static_cast<std::size_t>(end - buffer.data())}};
      }
      case SQLITE_FLOAT:
        return {ValueKind::kDouble, shortest(column, sqlite3_column_double(statement, i))};
      case SQLITE_BLOB: {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, i));
        return {ValueKind::kBinary, {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, i))}};
      }
      default: {
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
        const std::string_view text(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, i)));
        return {kind_of_text(columns_[column].kind, text), text};
      }
    }
  }

  sqlite3* handle_;
  StatementHandle statement_;
  std::vector<task::ResultColumn> columns_;
  std::vector<task::Cell> cells_;
  std::vector<std::array<char, 32>> numbers_;
};

class SqliteReader final : public Reader {
 public:
  SqliteReader(const config::DatabaseUrl& url, const SessionOptions& options)
      : limit_(options.statement_timeout), whole_limit_(options.whole_timeout) {
    const int code = sqlite3_open_v2(url.path.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr);
    if (code != SQLITE_OK) {
      const base::Error error = sqlite_error("connect to " + url.shown(), code, sqlite3_errstr(code));
      sqlite3_close(handle_);
      throw error;
    }
    sqlite3_busy_timeout(handle_, kBusyMs);
    sqlite3_progress_handler(handle_, kStepsBetweenChecks, &SqliteReader::is_too_late, this);
    send("PRAGMA query_only = ON");
  }

  ~SqliteReader() override { sqlite3_close(handle_); }
  SqliteReader(const SqliteReader&) = delete;
  SqliteReader& operator=(const SqliteReader&) = delete;

  config::Backend backend() const override { return config::Backend::kSqlite; }

  base::Instant begin_snapshot() override {
    const auto now = std::chrono::floor<base::microseconds>(std::chrono::system_clock::now());
    send("BEGIN");
    send("SELECT COUNT(*) FROM sqlite_schema");  // the first read fixes the snapshot
    return now;
  }

  std::unique_ptr<Rows> run(const std::string& sql, bool streams_whole) override {
    const base::milliseconds limit = streams_whole ? whole_limit_ : limit_;
    deadline_ = limit.count() == 0 ? SteadyTime::max() : std::chrono::steady_clock::now() + limit;
    return std::make_unique<SqliteRows>(handle_, sql);
  }

  std::vector<task::ResultColumn> describe(const std::string& sql) override {
    std::vector<task::ResultColumn> columns = SqliteRows(handle_, sql).columns();  // not stepped, so not run
    if (columns.empty()) throw base::Error(base::Kind::kInput, "the report's query has no result");
    return columns;
  }

  std::vector<KeyColumn> describe_keys(const std::string& sql, const std::vector<std::string>& exprs) override {
    const StatementHandle statement = prepare(handle_, sql, "describe the report's key");
    std::vector<KeyColumn> keys;
    for (std::size_t i = 0; i < exprs.size(); ++i) {
      const auto text = [](const char* value) { return std::string(value == nullptr ? "" : value); };
      const int column = static_cast<int>(i);
      keys.push_back({exprs[i], text(sqlite3_column_database_name(statement.get(), column)),
                      text(sqlite3_column_table_name(statement.get(), column)),
                      text(sqlite3_column_origin_name(statement.get(), column)), true});
    }
    return keys;
  }

  bool is_unique(const KeyColumn& of, const std::vector<std::string>& columns) override {
    if (std::find(columns.begin(), columns.end(), "rowid") != columns.end()) return true;
    const StatementHandle statement =
        prepare(handle_, sql::report_source::list_unique_columns.sqlite, "read the indexes of " + of.table);
    sqlite3_bind_text(statement.get(), 1, of.table.c_str(), -1, SQLITE_TRANSIENT);
    std::map<std::string, bool> fits;
    while (sqlite3_step(statement.get()) == SQLITE_ROW) {
      const auto text = [&](int i) {
        const auto* value = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), i));
        return std::string(value == nullptr ? "" : value);
      };
      bool& index = fits.try_emplace(text(0), true).first->second;
      if (std::find(columns.begin(), columns.end(), text(1)) == columns.end() || text(2) == "YES") index = false;
    }
    return std::any_of(fits.begin(), fits.end(), [](const auto& entry) { return entry.second; });
  }

  std::uint64_t connection_id() const override { return 0; }

 private:
  static int is_too_late(void* self) {
    return std::chrono::steady_clock::now() > static_cast<SqliteReader*>(self)->deadline_ ? 1 : 0;
  }

  void send(const char* sql) {
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(handle_, "prepare the reader");
  }

  sqlite3* handle_ = nullptr;
  base::milliseconds limit_, whole_limit_;
  SteadyTime deadline_ = SteadyTime::max();
};

}  // namespace

std::unique_ptr<Reader> open_sqlite_reader(const config::DatabaseUrl& url, const SessionOptions& options) {
  return std::make_unique<SqliteReader>(url, options);
}

}  // namespace store
