// db-migrate: create the schema, or upgrade it to what this version knows.
#include "pass/options.hpp"
#include "pass/run.hpp"
#include "store/migrations.hpp"

int main(int argc, char** argv) {
  pass::App app("Create the schema, or upgrade it to what this version knows.", "db-migrate");
  pass::DbOptions db;
  db.add_to(app);
  app.add_dry_run();
  app.examples({"db-migrate --db sqlite:/var/lib/oneshot/oneshot.db", "ONESHOT_DB_FILE=/run/secrets/db db-migrate"});
  return pass::run(app, argc, argv, [&](base::Context& ctx) { return store::migrate_database(ctx, db.target()); });
}
