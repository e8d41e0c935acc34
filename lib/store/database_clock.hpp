// The database's clock, the only one that is compared with.
#pragma once

#include "base/time.hpp"
#include "store/session.hpp"

namespace store {

// UTC. On SQLite the host's.
base::Instant database_now(Session& session);

}  // namespace store
