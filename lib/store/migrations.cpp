#include "store/migrations.hpp"

#include <algorithm>
#include <span>

#include "base/json.hpp"
#include "embedded_sql.hpp"
#include "store/named_lock.hpp"
#include "store/query.hpp"
#include "task/error_class.hpp"

namespace store {

namespace {

using base::Error;
using base::Kind;

constexpr std::string_view kLockName = "oneshot:migrate";
constexpr base::seconds kLockWait{60};

std::span<const sql::Migration> steps_of(const Session& session) {
  if (session.is_mysql()) return sql::migrations::mysql;
  return sql::migrations::sqlite;
}

// "No such table" of both backends.
bool is_missing_table(const Error& error) {
  return error.origin() == task::origin_of_mysql(1146) || error.origin() == task::origin_of_sqlite(1);
}

std::vector<int> versions_done(Session& session) {
  std::vector<int> versions;
  try {
    for (const Row& row : Query(session, sql::schema_migration::list_steps).rows(4))
      if (row.maybe_text(3)) versions.push_back(static_cast<int>(row.integer(0)));
  } catch (const Error& error) {
    if (!is_missing_table(error)) throw;
  }
  return versions;
}

bool is_begun(Session& session, int version) {
  for (const Row& row : Query(session, sql::schema_migration::list_steps).rows(4))
    if (row.integer(0) == version) return true;
  return false;
}

// The first step makes the table that records steps, so it is recorded after it was taken.
void take_step(Session& session, const sql::Migration& step) {
  const bool is_first = step.version == 1;
  const auto begin = [&] {
    if (!is_begun(session, step.version))
      Query(session, sql::schema_migration::begin_step)
          .bind("version", std::int64_t{step.version})
          .bind("name", std::string(step.name))
          .run();
  };
  if (!is_first) begin();
  Query(session, step.name, step.text).run();
  if (is_first) begin();
  Query(session, sql::schema_migration::finish_step).bind("version", std::int64_t{step.version}).run();
}

void refuse_newer(Session& session, const std::vector<int>& done) {
  const int newest = steps_of(session).back().version;
  const int found = done.empty() ? 0 : *std::max_element(done.begin(), done.end());
  if (found > newest)
    throw Error(Kind::kConfig,
                "the schema is at version " + std::to_string(found) + ", this program knows " + std::to_string(newest),
                "Upgrade this program.");
}

}  // namespace

std::vector<MigrationStep> migration_steps(Session& session) {
  const std::vector<int> done = versions_done(session);
  std::vector<MigrationStep> steps;
  for (const sql::Migration& step : steps_of(session))
    steps.push_back({step.version, step.name, std::find(done.begin(), done.end(), step.version) != done.end()});
  return steps;
}

namespace {

int take_missing_steps(Session& session, const base::Context& ctx) {
  refuse_newer(session, versions_done(session));
  int taken = 0;
  for (const MigrationStep& step : migration_steps(session)) {
    if (step.done) continue;
    take_step(session, steps_of(session)[static_cast<std::size_t>(step.version - 1)]);
    ctx.log.info("migration.step", {{"version", step.version}, {"name", step.name}});
    ++taken;
  }
  return taken;
}

}  // namespace

int migrate(Session& session, const base::Context& ctx) {
  const NamedLock lock(session, kLockName, kLockWait);
  if (!lock.is_held())
    throw Error(Kind::kNotNow, "another migration is running", "Wait for it to end, then run db-migrate again.");
  if (session.is_mysql()) return take_missing_steps(session, ctx);
  int taken = 0;  // SQLite's DDL is transactional: others see no step or all
  session.transaction([&] { taken = take_missing_steps(session, ctx); });
  return taken;
}

base::Report migrate_database(const base::Context& ctx, const config::DatabaseUrl& url) {
  Session session(url, {}, ctx.dry_run ? IfMissing::kRefuse : IfMissing::kCreate);
  int taken = 0;
  if (ctx.dry_run) {
    for (const MigrationStep& step : migration_steps(session)) {
      if (step.done) continue;
      ctx.log.info("migration.would_take", {{"version", step.version}, {"name", step.name}});
      ++taken;
    }
  } else {
    taken = migrate(session, ctx);
  }
  const std::size_t version = steps_of(session).size();
  if (ctx.json)
    ctx.out.line(base::Json::object()
                     .add("code", 0)
                     .add("data", base::Json::object().add("version", version).add("steps", taken))
                     .text());
  return {base::Outcome::kDone, {{"steps", taken}, {"version", version}}};
}

void require_schema(Session& session) {
  const std::vector<int> done = versions_done(session);
  refuse_newer(session, done);
  const auto needed = steps_of(session).size();
  if (done.size() < needed)
    throw Error(Kind::kConfig,
                done.empty() ? "the database " + session.url().shown() + " has no schema yet"
                             : "the schema is at step " + std::to_string(done.size()) + " of " + std::to_string(needed),
                "Run db-migrate with the same --db.");
}

}  // namespace store
