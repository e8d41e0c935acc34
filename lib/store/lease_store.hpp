// The rows of t_job_lock: leases, at most one holder each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/boot_clock.hpp"
#include "store/session.hpp"

namespace store {

// A lease that was granted. `token` fences every later statement; `fence` is for whoever is
// downstream: it is greater than that of every earlier holder.
struct Lease {
  std::string job, owner, token;
  std::int64_t fence = 0;
  base::milliseconds ttl{0};
  // Until then nobody else can get it, by this host's clock: taken before the grant was asked for,
  // plus the ttl, minus a margin for clocks that run apart.
  base::BootClock::time_point deadline;
};

// Who holds a lease, as its row tells it. On SQLite the time left is unknown after a reboot.
struct LeaseHolder {
  std::string owner;
  bool has_token = false;  // false: given back, and kept for its least time
  std::int64_t fence = 0;
  base::milliseconds left{0};  // not positive: free
};

// Expiry is judged by the database's clock; on SQLite, where all holders are on one host, by its boot
// id and CLOCK_BOOTTIME. Statements outside any transaction.
class LeaseStore {
 public:
  explicit LeaseStore(Session& session) : session_(&session) {}

  // Takes the lease, or returns nothing when another holds it. A grant that comes so late that less
  // than half of `ttl` is left is given back, and counts as not granted. After a lost connection the
  // row tells which it was. Throws Error as Session does.
  std::optional<Lease> acquire(const std::string& job, const std::string& owner, base::milliseconds ttl);

  // Prolongs it by its ttl and moves its deadline. False: it is lost, and nothing was changed.
  bool renew(Lease& lease);

  // Gives it back, to be had by others once `hold` has passed since it was acquired. False: it was not
  // held any more, and nothing was changed.
  bool release(const Lease& lease, base::milliseconds hold);

  // Nothing when nobody has ever held it.
  std::optional<LeaseHolder> find(const std::string& job);

 private:
  std::optional<std::int64_t> try_acquire(const Lease& wanted);
  std::optional<std::int64_t> fence_of(const Lease& wanted);

  Session* session_;
};

}  // namespace store
