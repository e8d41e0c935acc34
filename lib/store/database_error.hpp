// What SOCI and the drivers throw, as base::Error. For this folder only.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

#include "base/error.hpp"

struct sqlite3;  // SOCI includes <sqlite3.h> into a namespace of its own, so the two never meet in one file

namespace store {

// An Error for a MySQL or SQLite number; `doing` says what was asked, `said` what the database said.
base::Error mysql_error(std::string_view doing, int number, std::string_view said);
base::Error sqlite_error(std::string_view doing, int code, std::string_view said);

// Rethrows the exception in flight. Never uses SOCI's what(), which holds the SQL and the values.
[[noreturn]] void rethrow_translated(std::string_view doing);

template <class Body>
auto translated(std::string_view doing, Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const soci::soci_error&) {
    rethrow_translated(doing);
  }
}

// SOCI's own connection.
sqlite3* sqlite_handle(soci::session& session);

}  // namespace store
