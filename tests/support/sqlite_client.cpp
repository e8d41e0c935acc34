#include "support/sqlite_client.hpp"

#include <sqlite3.h>

#include <memory>
#include <stdexcept>

namespace support {

namespace {

constexpr int kBusyMs = 20'000;

struct Close {
  void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

void require(bool good, sqlite3* handle, const std::string& sql) {
  if (!good) throw std::runtime_error(std::string(sqlite3_errmsg(handle)) + ": " + sql.substr(0, 200));
}

std::vector<SqlRow> rows_of(sqlite3* handle, sqlite3_stmt* statement, const std::string& sql) {
  std::vector<SqlRow> rows;
  int code = SQLITE_DONE;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    SqlRow& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
      if (text == nullptr)
        row.emplace_back();
      else
        row.emplace_back(std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, i))));
    }
  }
  require(code == SQLITE_DONE, handle, sql);
  return rows;
}

}  // namespace

std::vector<SqlRow> SqliteClient::query(const std::string& sql) const {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  const std::unique_ptr<sqlite3, Close> handle(opened);
  require(code == SQLITE_OK, opened, path_);
  sqlite3_busy_timeout(opened, kBusyMs);
  std::vector<SqlRow> rows;
  for (const char* rest = sql.c_str(); *rest != '\0';) {
    sqlite3_stmt* prepared = nullptr;
    require(sqlite3_prepare_v2(opened, rest, -1, &prepared, &rest) == SQLITE_OK, opened, sql);
    const std::unique_ptr<sqlite3_stmt, Close> statement(prepared);
    if (prepared != nullptr) rows = rows_of(opened, prepared, sql);
  }
  return rows;
}

}  // namespace support
