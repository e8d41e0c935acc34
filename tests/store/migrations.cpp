// Making and upgrading the schema.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/task_rows.hpp"

using namespace support;
using base::Kind;

namespace {

template <class Body>
Kind kind_of(Body body) {
  try {
    body();
  } catch (const base::Error& error) {
    return error.kind();
  }
  throw std::logic_error("no error");
}

store::Session connect(const TaskDatabase& database) {
  return store::Session(database.url(), {}, store::IfMissing::kCreate);
}

std::string open_steps(TaskDatabase& database) {
  return database.value("SELECT COUNT(*) FROM t_schema_migration WHERE done_at IS NULL");
}

// The project's folder, found from this file.
std::string project_file(const std::string& name) {
  const std::string here = __FILE__;
  return here.substr(0, here.rfind("/tests/")) + "/" + name;
}

}  // namespace

TEMPLATE_TEST_CASE("an empty database becomes current, and a second time nothing is done", "", EmptySqlite,
                   EmptyMariadb) {
  TestType database;
  store::Session session = connect(database);
  const auto steps = store::migration_steps(session);
  REQUIRE_FALSE(steps.empty());
  for (const store::MigrationStep& step : steps) CHECK_FALSE(step.done);
  CHECK(store::migrate(session, QuietContext()) == static_cast<int>(steps.size()));
  CHECK(open_steps(database) == "0");
  for (const store::MigrationStep& step : store::migration_steps(session)) CHECK(step.done);
  CHECK(store::migrate(session, QuietContext()) == 0);
  CHECK_NOTHROW(store::require_schema(session));
  submit_tasks(session);
}

TEMPLATE_TEST_CASE("a dry run tells the steps and makes nothing", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  connect(database);
  QuietContext quiet;
  quiet.get().dry_run = true;
  const base::Report report = store::migrate_database(quiet, database.url());
  CHECK(std::get<std::int64_t>(report.counts.at(0).value) > 4);
  store::Session session = connect(database);
  for (const store::MigrationStep& step : store::migration_steps(session)) CHECK_FALSE(step.done);
  CHECK_THROWS(database.value("SELECT COUNT(*) FROM t_schema_migration"));
}

TEMPLATE_TEST_CASE("a step that was begun and not done is taken again", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  store::Session session = connect(database);
  const int all = store::migrate(session, QuietContext());
  for (int version = 1; version <= all; ++version) {
    CAPTURE(version);
    database.execute("UPDATE t_schema_migration SET done_at = NULL WHERE version = " + std::to_string(version));
    CHECK(kind_of([&] { store::open(database.url()); }) == Kind::kConfig);
    CHECK(store::migrate(session, QuietContext()) == 1);
    CHECK(open_steps(database) == "0");
  }
  CHECK(database.value("SELECT COUNT(*) FROM t_report_gate") == "1");
}

TEMPLATE_TEST_CASE("every prefix of the steps is upgraded to the end", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  store::Session session = connect(database);
  const int all = store::migrate(session, QuietContext());
  // As if the pass had died right after the first step.
  database.execute("DELETE FROM t_schema_migration WHERE version > 1");
  CHECK(kind_of([&] { store::open(database.url()); }) == Kind::kConfig);
  CHECK(store::migrate(session, QuietContext()) == all - 1);
  CHECK_NOTHROW(store::open(database.url()));
}

TEMPLATE_TEST_CASE("a schema newer than the program is refused by migrating and by opening", "", Sqlite, Mariadb) {
  TestType database;
  database.execute("INSERT INTO t_schema_migration VALUES (9999, 'later', " + database.now() + ", " + database.now() +
                   ")");
  store::Session session = connect(database);
  CHECK(kind_of([&] { store::migrate(session, QuietContext()); }) == Kind::kConfig);
  CHECK(kind_of([&] { store::open(database.url()); }) == Kind::kConfig);
}

TEMPLATE_TEST_CASE("a database without the schema is refused, with a hint", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  connect(database);
  try {
    store::open(database.url());
    FAIL("opened");
  } catch (const base::Error& error) {
    CHECK(error.kind() == Kind::kConfig);
    CHECK(error.hint().find("db-migrate") != std::string::npos);
  }
}

TEMPLATE_TEST_CASE("migrations at once wait for one another", "", EmptySqlite, EmptyMariadb) {
  TestType database;
  int all = 0;
  {
    TestType other;
    store::Session session = connect(other);
    all = static_cast<int>(store::migration_steps(session).size());
  }
  constexpr int kPasses = 6;
  std::vector<int> taken(kPasses, -1);
  std::vector<std::string> errors(kPasses);
  std::vector<std::thread> passes;
  for (std::size_t i = 0; i < kPasses; ++i)
    passes.emplace_back([&, i] {
      try {
        store::Session session = connect(database);
        taken[i] = store::migrate(session, QuietContext());
      } catch (const std::exception& error) {
        errors[i] = error.what();
      }
    });
  for (std::thread& pass : passes) pass.join();
  CHECK(errors == std::vector<std::string>(kPasses));
  int sum = 0;
  for (const int steps : taken) sum += steps;
  CHECK(sum == all);
  CHECK_NOTHROW(store::open(database.url()));
}

TEST_CASE("an SQLite file that does not exist is made by those who may, its folder too, and by several at once") {
  const TempDir folder;
  const config::DatabaseUrl url = config::parse_database_url("sqlite:" + folder.file("a/b/oneshot.db"));
  constexpr int kPasses = 6;
  std::vector<std::string> errors(kPasses);
  std::vector<std::thread> passes;
  for (std::size_t i = 0; i < kPasses; ++i)
    passes.emplace_back([&, i] {
      try {
        store::Session session = store::open_or_create(url, QuietContext());
        submit_tasks(session);
      } catch (const std::exception& error) {
        errors[i] = error.what();
      }
    });
  for (std::thread& pass : passes) pass.join();
  CHECK(errors == std::vector<std::string>(kPasses));
  CHECK(SqliteClient(url.path).query("SELECT COUNT(*) FROM t_report_task").at(0).at(0) == "6");
}

TEST_CASE("sql/schema.sql makes the schema that the migrations make") {
  Mariadb migrated;
  EmptyMariadb built;
  std::ostringstream text;
  text << std::ifstream(project_file("sql/schema.sql")).rdbuf();
  REQUIRE_FALSE(text.str().empty());
  built.execute(text.str());
  const std::string here = " WHERE table_schema = DATABASE() ";
  for (const std::string& query : std::vector<std::string>{
           "SELECT table_name, column_name, ordinal_position, column_type, is_nullable, column_default, "
           "collation_name, extra "
           "FROM information_schema.columns" +
               here + "ORDER BY 1, 3",
           "SELECT table_name, index_name, seq_in_index, column_name, non_unique FROM information_schema.statistics" +
               here + "ORDER BY 1, 2, 3",
           "SELECT table_name, constraint_name, check_clause FROM information_schema.check_constraints "
           "WHERE constraint_schema = DATABASE() ORDER BY 1, 2",
           "SELECT table_name, engine, table_collation FROM information_schema.tables" + here + "ORDER BY 1"}) {
    CAPTURE(query);
    const auto expected = migrated.query(query);
    const auto found = built.query(query);
    REQUIRE_FALSE(expected.empty());
    CHECK(found.size() == expected.size());
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) CHECK(found[i] == expected[i]);
  }
}
