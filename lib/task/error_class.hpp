// What to make of an error, by the number that the database or the system gave. The one place that
// knows these numbers.
#pragma once

#include "base/error.hpp"

namespace task {

enum class ErrorClass {
  kTransient,   // try again after the backoff
  kContention,  // deadlock, lock wait: the whole transaction at once again, then transient
  kDiskFull,    // transient, and the pass ends: the next task would meet it too
  kPermanent,   // trying again cannot help
};

// MySQL and MariaDB, client (2000 to 2999) and server numbers. A number that is not listed is
// transient: the retries cap it.
ErrorClass class_of_mysql(int number);
base::Kind kind_of_mysql(int number);
bool is_connection_lost(int mysql_number);  // the connection is gone: reconnect before anything else

// SQLite's primary or extended result codes.
ErrorClass class_of_sqlite(int code);
base::Kind kind_of_sqlite(int code);

// An error that ended a task. `base::Error::origin` of a database error is encoded by
// origin_of_mysql / origin_of_sqlite so that one number space holds both and errno.
constexpr int origin_of_mysql(int number) { return 1'000'000 + number; }
constexpr int origin_of_sqlite(int code) { return 2'000'000 + code; }
constexpr bool is_mysql_origin(int origin) { return origin >= 1'000'000 && origin < 2'000'000; }
constexpr bool is_sqlite_origin(int origin) { return origin >= 2'000'000; }
constexpr int number_of_origin(int origin) { return origin % 1'000'000; }

ErrorClass class_of(const base::Error& error);

}  // namespace task
