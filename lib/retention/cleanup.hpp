// cleanup: what the passes left behind is settled, what has expired goes.
#pragma once

#include <optional>
#include <string>

#include "base/context.hpp"
#include "config/database_url.hpp"

namespace retention {

struct CleanupOptions {
  config::DatabaseUrl db;
  std::string export_dir;
  base::milliseconds orphaned_after = std::chrono::minutes{30};
  base::milliseconds crashed_after = std::chrono::minutes{2};
  base::milliseconds stalled_after = std::chrono::minutes{30};
  bool retry_stalled = false;
  base::milliseconds keep_rows = std::chrono::hours{24 * 30};
  base::milliseconds lease_ttl = std::chrono::minutes{5};
  base::milliseconds min_hold{0};
  std::optional<int> busy_exit;      // when another holds the lease
  std::optional<base::Instant> now;  // as if it were then: orphans, expiry, retention; never heartbeats and leases
};

// One pass under the lease "report:cleanup"; another holder is kSkipped. What fails for one item is
// logged and counted, and the pass goes on. kDead when a task became dead or a stored path was
// refused, kWriteFailed when a file could not be removed. Throws Error{kNotNow} when the lease is
// lost on the way. A dry run takes no lease and lists what it would do.
base::Report cleanup(const base::Context& ctx, const CleanupOptions& options);

}  // namespace retention
