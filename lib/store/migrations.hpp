// Creating and upgrading the schema.
#pragma once

#include <string>
#include <vector>

#include "store/session.hpp"

namespace store {

struct MigrationStep {
  int version;
  std::string name;
  bool done;
};

// The steps of the session's dialect, and which of them this database has done.
std::vector<MigrationStep> migration_steps(Session& session);

// Takes the steps that are missing, one statement each, recorded begun and done; a step that was
// interrupted is taken again. Two at once wait for one another (GET_LOCK; on SQLite the write lock).
// Returns how many it took. Throws Error{kConfig} for a schema newer than this program, and
// Error{kNotNow} when another migration does not end within 60 s.
int migrate(Session& session, const base::Context& ctx);

// The whole of db-migrate: connects, makes an SQLite file that does not exist, migrates. A dry run lists
// the steps that it would take and makes nothing.
base::Report migrate_database(const base::Context& ctx, const config::DatabaseUrl& url);

// Throws Error{kConfig} unless the schema is in the range of versions that this program knows.
void require_schema(Session& session);

}  // namespace store
