#include "store/database_clock.hpp"

#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

base::Instant database_now(Session& session) {
  const auto row = Query(session, sql::clock::read_now).row(1);
  const auto now = row ? row->maybe_instant(0) : std::nullopt;
  if (!now) throw base::Error(base::Kind::kBug, "the database does not tell its clock");
  return *now;
}

}  // namespace store
