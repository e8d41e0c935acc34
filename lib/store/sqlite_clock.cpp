#include "store/sqlite_clock.hpp"

#include <sqlite3.h>

#include <string>

#include "base/boot_clock.hpp"
#include "base/error.hpp"
#include "base/time.hpp"

namespace store {

namespace {

void oneshot_now(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto offset = base::microseconds{sqlite3_value_int64(arguments[0])};
  const auto now = std::chrono::floor<base::microseconds>(std::chrono::system_clock::now());
  const std::string text = base::format_database_time(now + offset);
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

void oneshot_boottime(sqlite3_context* context, int, sqlite3_value** arguments) {
  sqlite3_result_int64(context, base::BootClock::now().time_since_epoch().count() + sqlite3_value_int64(arguments[0]));
}

void oneshot_boot_id(sqlite3_context* context, int, sqlite3_value**) {
  try {
    const std::string& id = base::boot_id();
    sqlite3_result_text(context, id.data(), static_cast<int>(id.size()), SQLITE_TRANSIENT);
  } catch (const base::Error& error) {  // no exception may pass through SQLite
    sqlite3_result_error(context, error.what(), -1);
  }
}

void add_function(sqlite3* handle, const char* name, int arguments,
                  void (*function)(sqlite3_context*, int, sqlite3_value**)) {
  sqlite3_create_function_v2(handle, name, arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY, nullptr, function, nullptr,
                             nullptr, nullptr);
}

}  // namespace

void prepare_connection(sqlite3* handle, int busy_ms) {
  sqlite3_busy_timeout(handle, busy_ms);
  add_function(handle, "oneshot_now", 1, oneshot_now);
  add_function(handle, "oneshot_boottime", 1, oneshot_boottime);
  add_function(handle, "oneshot_boot_id", 0, oneshot_boot_id);
}

}  // namespace store
