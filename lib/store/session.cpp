#include "store/session.hpp"

#include <soci/mysql/soci-mysql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "store/database_error.hpp"
#include "store/migrations.hpp"
#include "store/mysql_dial.hpp"
#include "store/sqlite_clock.hpp"
#include "task/error_class.hpp"

namespace store {

namespace {

using base::Error;
using base::Kind;

constexpr int kSqliteBusyMs = 10'000;
constexpr mode_t kPrivateMask = 0027;  // files 0640

void create_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw base::system_error("cannot create folder " + folder.string(), error.value());
}

void require_file(const std::string& path) {
  if (std::filesystem::exists(path)) return;
  throw Error(Kind::kConfig, "the database " + path + " does not exist",
              "Create it with db-migrate --db sqlite:" + path + ", or name another with --db.");
}

void open_sqlite(soci::session& session, const config::DatabaseUrl& url, IfMissing if_missing) {
  if (if_missing == IfMissing::kCreate)
    create_folder_of(url.path);
  else
    require_file(url.path);
  const mode_t before = umask(kPrivateMask);
  try {
    // SOCI's connect string takes the path in quotes, so a quote in it cannot be passed.
    if (url.path.find('"') != std::string::npos) throw Error(Kind::kConfig, "a quote in the path of a database");
    session.open(soci::sqlite3, "db=\"" + url.path + "\" timeout=" + std::to_string(kSqliteBusyMs / 1000));
    prepare_connection(sqlite_handle(session), kSqliteBusyMs);
    session << "PRAGMA journal_mode = WAL";
    session << "PRAGMA synchronous = FULL";
    session << "PRAGMA foreign_keys = ON";
  } catch (...) {
    umask(before);
    throw;
  }
  umask(before);
}

void set_mysql_session(soci::session& session, const SessionOptions& options) {
  const std::string lock_wait = std::to_string(std::max<std::int64_t>(1, options.statement_timeout.count() / 1000 / 2));
  session << "SET SESSION sql_mode = '" + std::string(kSqlMode) +
                 "', time_zone = '+00:00', autocommit = 1, "
                 "innodb_lock_wait_timeout = " +
                 lock_wait + ", lock_wait_timeout = " + lock_wait;
  session << "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
  session << statement_timeout_sql(session, options.statement_timeout);
  if (options.idle_timeout.count() > 0)
    session << "SET SESSION wait_timeout = " +
                   std::to_string(std::max<std::int64_t>(1, options.idle_timeout.count() / 1000));
}

bool is_empty_sqlite(Session& session) {
  if (session.is_mysql()) return false;
  return translated("look for tables", [&] {
    int tables = 0;
    session.soci() << "SELECT COUNT(*) FROM sqlite_schema", soci::into(tables);
    return tables == 0;
  });
}

}  // namespace

struct Session::State {
  State(const config::DatabaseUrl& target, const SessionOptions& wanted) : url(target), options(wanted) {}

  config::DatabaseUrl url;
  SessionOptions options;
  std::optional<soci::session> session;

  void connect(IfMissing if_missing) {
    translated("connect to " + url.shown(), [&] {
      session.emplace();
      if (url.backend == config::Backend::kSqlite) {
        open_sqlite(*session, url, if_missing);
      } else {
        dial_mysql(*session, url, options);
        set_mysql_session(*session, options);
      }
    });
  }
};

Session::Session(const config::DatabaseUrl& url, const SessionOptions& options, IfMissing if_missing)
    : state_(std::make_unique<State>(url, options)) {
  state_->connect(if_missing);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

config::Backend Session::backend() const { return state_->url.backend; }
const config::DatabaseUrl& Session::url() const { return state_->url; }
const SessionOptions& Session::options() const { return state_->options; }
soci::session& Session::soci() { return *state_->session; }

void Session::reconnect() {
  state_->session.reset();
  state_->connect(IfMissing::kRefuse);
}

std::uint64_t Session::connection_id() {
  if (!is_mysql()) return 0;
  return mysql_thread_id(static_cast<soci::mysql_session_backend*>(state_->session->get_backend())->conn_);
}

void Session::ping() {
  translated("ping", [&] { *state_->session << "SELECT 1"; });
}

void Session::begin() {
  translated("begin", [&] { *state_->session << (is_mysql() ? "START TRANSACTION" : "BEGIN IMMEDIATE"); });
}

void Session::commit() {
  translated("commit", [&] { *state_->session << "COMMIT"; });
}

void Session::rollback() noexcept {
  try {
    *state_->session << "ROLLBACK";
  } catch (const std::exception&) {
    // The connection is gone or no transaction is open: nothing is left to roll back.
  }
}

bool Session::is_contention(const base::Error& error) { return task::class_of(error) == task::ErrorClass::kContention; }

bool is_connection_lost(const base::Error& error) {
  return task::is_mysql_origin(error.origin()) && task::is_connection_lost(task::number_of_origin(error.origin()));
}

Session open(const config::DatabaseUrl& url, const SessionOptions& options) {
  Session session(url, options, IfMissing::kRefuse);
  require_schema(session);
  return session;
}

Session open_or_create(const config::DatabaseUrl& url, const base::Context& ctx, const SessionOptions& options) {
  Session session(url, options, IfMissing::kCreate);
  // Without a table: just made, by this process or by one that comes to migrate it at the same time.
  if (is_empty_sqlite(session)) migrate(session, ctx);
  require_schema(session);
  return session;
}

}  // namespace store
