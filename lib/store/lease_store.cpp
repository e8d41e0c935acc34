#include "store/lease_store.hpp"

#include <algorithm>

#include "base/token.hpp"
#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

namespace {

namespace statements = sql::job_lock;
using base::BootClock;

// A tenth of the ttl, at most 5 s.
base::milliseconds margin_of(base::milliseconds ttl) {
  return std::min<base::milliseconds>(ttl / 10, base::seconds{5});
}

BootClock::time_point deadline_of(BootClock::time_point sent, base::milliseconds ttl) {
  return sent + ttl - margin_of(ttl);
}

}  // namespace

std::optional<std::int64_t> LeaseStore::fence_of(const Lease& wanted) {
  const auto row = Query(*session_, statements::find_lease).bind("job", wanted.job).row(4);
  if (!row || row->text(1) != wanted.token) return std::nullopt;
  return row->integer(2);
}

// Read back whatever the count says: the count of a repeated statement tells of the repetition only.
std::optional<std::int64_t> LeaseStore::try_acquire(const Lease& wanted) {
  const auto update = [&] {
    return session_->retried([&] {
      return Query(*session_, statements::acquire_lease)
          .bind("job", wanted.job)
          .bind("owner", wanted.owner)
          .bind("token", wanted.token)
          .bind("ttl", wanted.ttl)
          .run();
    });
  };
  if (update() == 0 && !find(wanted.job)) {
    session_->retried([&] { return Query(*session_, statements::insert_lease).bind("job", wanted.job).run(); });
    update();
  }
  return fence_of(wanted);
}

std::optional<Lease> LeaseStore::acquire(const std::string& job, const std::string& owner, base::milliseconds ttl) {
  Lease lease{job, owner, base::new_token(), 0, ttl, {}};
  const BootClock::time_point sent = BootClock::now();
  lease.deadline = deadline_of(sent, ttl);
  std::optional<std::int64_t> fence;
  try {
    fence = try_acquire(lease);
  } catch (const base::Error& error) {
    if (!is_connection_lost(error)) throw;
    // Granted or not: the second try finds out, and the deadline stays that of the first.
    session_->reconnect();
    fence = try_acquire(lease);
  }
  if (!fence) return std::nullopt;
  lease.fence = *fence;
  if (lease.deadline - BootClock::now() < ttl / 2) {
    release(lease, base::milliseconds{0});
    return std::nullopt;
  }
  return lease;
}

bool LeaseStore::renew(Lease& lease) {
  const BootClock::time_point sent = BootClock::now();
  const bool renewed = session_->retried([&] {
    return Query(*session_, statements::renew_lease)
               .bind("job", lease.job)
               .bind("token", lease.token)
               .bind("ttl", lease.ttl)
               .run() == 1;
  });
  if (renewed) lease.deadline = deadline_of(sent, lease.ttl);
  return renewed;
}

bool LeaseStore::release(const Lease& lease, base::milliseconds hold) {
  return session_->retried([&] {
    return Query(*session_, statements::release_lease)
               .bind("job", lease.job)
               .bind("token", lease.token)
               .bind("hold", hold)
               .run() == 1;
  });
}

std::optional<LeaseHolder> LeaseStore::find(const std::string& job) {
  const auto row = Query(*session_, statements::find_lease).bind("job", job).row(4);
  if (!row) return std::nullopt;
  LeaseHolder holder;
  holder.owner = row->text(0);
  holder.has_token = row->maybe_text(1).has_value();
  holder.fence = row->integer(2);
  holder.left = std::chrono::duration_cast<base::milliseconds>(base::microseconds{row->integer(3)});
  return holder;
}

}  // namespace store
