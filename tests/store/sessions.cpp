// What a connection is set to, and what its failures are called.
#include <catch2/catch.hpp>

#include "store/reader.hpp"
#include "support/eventually.hpp"
#include "support/task_rows.hpp"
#include "task/error_class.hpp"

using namespace support;
using namespace std::chrono_literals;
using base::Kind;
using store::ReportTaskStore;

namespace {

template <class Body>
base::Error error_of(Body body) {
  try {
    body();
  } catch (const base::Error& error) {
    return error;
  }
  throw std::logic_error("no error");
}

int number_of(const base::Error& error) { return task::number_of_origin(error.origin()); }

// The one connection to the database beside the test's own.
std::string other_connection(Mariadb& database) {
  return database.value(
      "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()");
}

config::DatabaseUrl with_user(Mariadb& database, const std::string& user, const std::string& password) {
  config::DatabaseUrl url = database.url();
  url.user = user;
  url.password = password;
  return url;
}

}  // namespace

TEST_CASE("a MySQL session is utf8mb4, UTC, READ COMMITTED, strict, with limits, whatever the server's defaults") {
  Mariadb database;
  database.execute(
      "SET GLOBAL time_zone = '+08:00'; SET GLOBAL sql_mode = ''; SET GLOBAL tx_isolation = 'SERIALIZABLE'; "
      "SET GLOBAL autocommit = 0");
  store::Session session = database.open({.statement_timeout = 20s});
  database.execute(
      "SET GLOBAL time_zone = DEFAULT; SET GLOBAL sql_mode = DEFAULT; SET GLOBAL tx_isolation = DEFAULT; "
      "SET GLOBAL autocommit = 1");
  // Seen by what it does: autocommit, UTC, strictness.
  submit_tasks(session);
  CHECK(database.value(
            "SELECT COUNT(*) FROM t_report_task WHERE ABS(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP(6))) < 60") ==
        "1");
  task::Request long_name = request_of();
  long_name.report = std::string(65, 'r');
  CHECK(number_of(error_of([&] { submit_tasks(session, 1, long_name); })) == 1406);
}

TEST_CASE("a reader's session is utf8mb4, UTC, REPEATABLE READ, strict and limited, whatever the server's defaults") {
  EmptyMariadb database;
  database.execute(
      "SET GLOBAL time_zone = '+08:00'; SET GLOBAL sql_mode = 'ANSI'; SET GLOBAL tx_isolation = 'READ-UNCOMMITTED'");
  const auto reader = store::open_reader(database.url(), {.statement_timeout = 7s});
  database.execute("SET GLOBAL time_zone = DEFAULT; SET GLOBAL sql_mode = DEFAULT; SET GLOBAL tx_isolation = DEFAULT");
  const auto variable = [&](const std::string& name) {
    const auto rows = reader->run("SELECT @@" + name);
    REQUIRE(rows->next());
    return std::string(rows->cells()[0].bytes);
  };
  CHECK(variable("time_zone") == "+00:00");
  CHECK(variable("tx_isolation") == "REPEATABLE-READ");
  CHECK(variable("sql_mode") == "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION");
  for (const char* name : {"character_set_client", "character_set_connection", "character_set_results"})
    CHECK(variable(name) == "utf8mb4");
  CHECK(variable("max_statement_time") == "7.000000");
}

TEST_CASE("a MySQL session at READ COMMITTED sees what others commit while its transaction is open") {
  Mariadb database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::int64_t id = submit_tasks(session);
  session.transaction([&] {
    CHECK(tasks.find(id)->progress == 0);
    database.execute("UPDATE t_report_task SET progress = 7");
    CHECK(tasks.find(id)->progress == 7);
  });
}

TEMPLATE_TEST_CASE("a transaction that throws leaves nothing behind", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const std::int64_t id = insert_in_state(database, task::State::RUNNING, token);
  const auto before = all_tasks(database);
  CHECK_THROWS_AS(session.transaction([&] {
    tasks.write_progress({id, token}, 80, 1, 1);
    throw base::Error(Kind::kInput, "enough");
  }),
                  base::Error);
  CHECK(changed_rows(before, all_tasks(database)) == 0);
  CHECK(tasks.write_progress({id, token}, 80, 1, 1));
}

TEMPLATE_TEST_CASE("contention runs the whole transaction again, twice at most", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  const int busy = database.is_mysql() ? task::origin_of_mysql(1213) : task::origin_of_sqlite(5);
  int runs = 0;
  session.transaction([&] {
    if (++runs < 3) throw base::Error(Kind::kNotNow, "deadlock", "", busy);
  });
  CHECK(runs == 3);
  runs = 0;
  CHECK_THROWS_AS(session.transaction([&] {
    ++runs;
    throw base::Error(Kind::kNotNow, "deadlock", "", busy);
  }),
                  base::Error);
  CHECK(runs == 3);
  runs = 0;
  CHECK_THROWS_AS(session.transaction([&] {
    ++runs;
    throw base::Error(Kind::kUnreachable, "lost", "", task::origin_of_mysql(2013));
  }),
                  base::Error);
  CHECK(runs == 1);
}

TEST_CASE("a lock that is not given back in time is a transient error") {
  Mariadb database;
  store::Session session = database.open({.statement_timeout = 2s});
  ReportTaskStore tasks(session);
  const std::string token = base::new_token();
  const std::int64_t id = insert_in_state(database, task::State::RUNNING, token);
  database.execute("START TRANSACTION; UPDATE t_report_task SET progress = 1");
  const base::Error error = error_of([&] { tasks.write_progress({id, token}, 50, 1, 1); });
  database.execute("ROLLBACK");
  CHECK((number_of(error) == 1205 || number_of(error) == 1969));
  CHECK(error.kind() == Kind::kNotNow);
  CHECK(task::class_of(error) != task::ErrorClass::kPermanent);
  CHECK(tasks.write_progress({id, token}, 50, 1, 1));
}

TEST_CASE("a wrong password is denied, and is not told") {
  Mariadb database;
  const std::string user = "u" + base::new_token().substr(0, 12);
  database.execute("CREATE USER " + user + " IDENTIFIED BY 'right'; GRANT ALL ON *.* TO " + user);
  CHECK_NOTHROW(store::open(with_user(database, user, "right")));
  for (const char* password : {"wr0ng-secret", "", "ri'ght\\"}) {
    const base::Error error = error_of([&] { store::open(with_user(database, user, password)); });
    CHECK(error.kind() == Kind::kDenied);
    CHECK(number_of(error) == 1045);
    CHECK(std::string(error.what()).find("wr0ng") == std::string::npos);
    CHECK_FALSE(error.hint().empty());
  }
  database.execute("DROP USER " + user);
}

TEST_CASE("a password may hold quotes, backslashes and blanks") {
  Mariadb database;
  const std::string user = "u" + base::new_token().substr(0, 12);
  database.execute("CREATE USER " + user + " IDENTIFIED BY 'a b''c\\\\d\"e=f'; GRANT ALL ON *.* TO " + user);
  CHECK_NOTHROW(store::open(with_user(database, user, "a b'c\\d\"e=f")));
  database.execute("DROP USER " + user);
}

TEST_CASE("a user without rights on the table is denied") {
  Mariadb database;
  const std::string user = "u" + base::new_token().substr(0, 12);
  database.execute("CREATE USER " + user + "; GRANT SELECT ON t_schema_migration TO " + user);
  store::Session session = store::open(with_user(database, user, ""));
  CHECK(error_of([&] { ReportTaskStore(session).find(1); }).kind() == Kind::kDenied);
  database.execute("DROP USER " + user);
}

TEST_CASE("no server is unreachable, by socket and by port") {
  config::DatabaseUrl url = config::parse_database_url("mysql://root@/x?socket=/nonexistent/s");
  CHECK(error_of([&] { store::open(url); }).kind() == Kind::kUnreachable);
  url = config::parse_database_url("mysql://root@127.0.0.1:" + std::to_string(free_port()) + "/x");
  const base::Error error = error_of([&] { store::open(url); });
  CHECK(error.kind() == Kind::kUnreachable);
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
  CHECK(store::is_connection_lost(error));
  CHECK_FALSE(error.hint().empty());
}

TEST_CASE("a database that does not exist is a matter of configuration") {
  config::DatabaseUrl url = Mariadb().url();
  url.database = "t_nowhere";
  CHECK(error_of([&] { store::open(url); }).kind() == Kind::kConfig);
  const TempDir folder;
  url = config::parse_database_url("sqlite:" + folder.file("none.db"));
  const base::Error error = error_of([&] { store::open(url); });
  CHECK(error.kind() == Kind::kConfig);
  CHECK(std::string(error.what()).find(folder.file("none.db")) != std::string::npos);
  CHECK(::access(folder.file("none.db").c_str(), F_OK) != 0);
}

TEST_CASE("a file that is no database is refused") {
  const TempDir folder;
  const std::string path = folder.write("x.db", std::string(8192, 'x'));
  const base::Error error = error_of([&] { store::open(config::parse_database_url("sqlite:" + path)); });
  CHECK(error.kind() == Kind::kConfig);
}

TEST_CASE("a connection that was killed is known as lost, and a new one works") {
  Mariadb database;
  store::Session session = database.open();
  ReportTaskStore tasks(session);
  submit_tasks(session);
  database.execute("KILL " + other_connection(database));
  REQUIRE(eventually([&] {
    return database.value("SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE()") == "1";
  }));
  const base::Error error = error_of([&] { tasks.find(1); });
  CHECK(store::is_connection_lost(error));
  CHECK(error.kind() == Kind::kUnreachable);
  CHECK(task::class_of(error) == task::ErrorClass::kTransient);
  CHECK(error_of([&] { session.ping(); }).kind() == Kind::kUnreachable);
  session.reconnect();
  session.ping();
  CHECK(tasks.find(1));
}

TEST_CASE("a submit whose connection is killed finds its row by the request_id, or says so") {
  Mariadb database;
  store::Session session = database.open();
  task::Request request = request_of();
  request.request_id = "r";
  const std::int64_t first = submit_tasks(session, 1, request);
  database.execute("KILL " + other_connection(database));
  CHECK(ReportTaskStore(session).submit(request, {}).id == first);
  database.execute("KILL " + other_connection(database));
  const base::Error error = error_of([&] { submit_tasks(session); });
  CHECK(store::is_connection_lost(error));
}

TEST_CASE("an SQLite session writes ahead, and the file it makes is not for others") {
  const TempDir folder;
  const config::DatabaseUrl url = config::parse_database_url("sqlite:" + folder.file("new.db"));
  store::Session session = store::open_or_create(url, QuietContext());
  submit_tasks(session);
  CHECK(SqliteClient(url.path).query("PRAGMA journal_mode").at(0).at(0) == "wal");
  for (const char* suffix : {"", "-wal"}) {
    const auto mode = std::filesystem::status(url.path + suffix).permissions();
    CHECK((mode & std::filesystem::perms::others_all) == std::filesystem::perms::none);
    CHECK((mode & std::filesystem::perms::group_write) == std::filesystem::perms::none);
  }
}
