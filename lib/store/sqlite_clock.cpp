#include "store/sqlite_clock.hpp"

#include <sqlite3.h>

#include <string>

#include "base/time.hpp"

namespace store {

namespace {

void oneshot_now(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto offset = base::microseconds{sqlite3_value_int64(arguments[0])};
  const auto now = std::chrono::floor<base::microseconds>(std::chrono::system_clock::now());
  const std::string text = base::format_database_time(now + offset);
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

}  // namespace

void prepare_connection(sqlite3* handle, int busy_ms) {
  sqlite3_busy_timeout(handle, busy_ms);
  sqlite3_create_function_v2(handle, "oneshot_now", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nullptr, oneshot_now, nullptr,
                             nullptr, nullptr);
}

}  // namespace store
