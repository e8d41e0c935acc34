#include "store/database_error.hpp"

#include <soci/mysql/soci-mysql.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include "task/error_class.hpp"

namespace store {

namespace {

std::string hint_for(base::Kind kind, std::string_view doing) {
  switch (kind) {
    case base::Kind::kUnreachable:
      return doing.starts_with("connect") ? "Check that the server runs and that host, port or socket are right." : "";
    case base::Kind::kDenied:
      return "Check user, password and grants (sql/grants.sql).";
    case base::Kind::kConfig:
      return "Check the database's name in the URL.";
    default:
      return "";
  }
}

base::Error make(std::string_view doing, base::Kind kind, std::string_view said, int number, int origin) {
  return base::Error(kind,
                     "cannot " + std::string(doing) + ": " + std::string(said) + " (" + std::to_string(number) + ")",
                     hint_for(kind, doing), origin);
}

}  // namespace

base::Error mysql_error(std::string_view doing, int number, std::string_view said) {
  return make(doing, task::kind_of_mysql(number), said, number, task::origin_of_mysql(number));
}

base::Error sqlite_error(std::string_view doing, int code, std::string_view said) {
  return make(doing, task::kind_of_sqlite(code), said, code, task::origin_of_sqlite(code));
}

void rethrow_translated(std::string_view doing) {
  try {
    throw;
  } catch (const soci::mysql_soci_error& error) {
    throw mysql_error(doing, static_cast<int>(error.err_num_), error.get_error_message());
  } catch (const soci::sqlite3_soci_error& error) {
    throw sqlite_error(doing, error.result(), error.get_error_message());
  } catch (const soci::soci_error& error) {
    throw base::Error(base::Kind::kBug, "cannot " + std::string(doing) + ": " + error.get_error_message());
  }
}

sqlite3* sqlite_handle(soci::session& session) {
  return reinterpret_cast<sqlite3*>(static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_);
}

}  // namespace store
