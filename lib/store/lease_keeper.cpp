#include "store/lease_keeper.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace store {

namespace {

using base::BootClock;

constexpr base::milliseconds kPause{1000};  // between tries while the database is away

// A renewal that hangs, in the server or on the way there, must fail while there is time for another.
SessionOptions session_options(base::milliseconds ttl) {
  SessionOptions options;
  options.statement_timeout = std::clamp<base::milliseconds>(ttl / 3, base::seconds{1}, options.statement_timeout);
  options.socket_timeout = options.statement_timeout;
  options.connect_timeout = std::clamp<base::milliseconds>(ttl / 3, base::seconds{1}, options.connect_timeout);
  return options;
}

}  // namespace

std::string this_owner() {
  std::array<char, 100> host{};
  gethostname(host.data(), host.size() - 1);
  return std::string(host.data()) + ":" + std::to_string(getpid());
}

std::unique_ptr<LeaseKeeper> LeaseKeeper::acquire(const config::DatabaseUrl& url, LeaseTerms terms,
                                                  const base::Log& log, std::function<void()> on_lost) {
  Session session(url, session_options(terms.ttl), IfMissing::kRefuse);
  auto lease = LeaseStore(session).acquire(terms.job, this_owner(), terms.ttl);
  if (!lease) return nullptr;
  return std::unique_ptr<LeaseKeeper>(
      new LeaseKeeper(std::move(session), std::move(*lease), std::move(terms), log, std::move(on_lost)));
}

LeaseKeeper::LeaseKeeper(Session session, Lease lease, LeaseTerms terms, const base::Log& log,
                         std::function<void()> on_lost)
    : session_(std::move(session)),
      lease_(std::move(lease)),
      terms_(std::move(terms)),
      log_(log),
      on_lost_(std::move(on_lost)),
      deadline_(lease_.deadline.time_since_epoch().count()),
      thread_([this] { keep(); }) {}

LeaseKeeper::~LeaseKeeper() { release(); }

BootClock::time_point LeaseKeeper::deadline() const {
  return BootClock::time_point{BootClock::duration{deadline_.load()}};
}

bool LeaseKeeper::is_held() const { return BootClock::now() < deadline(); }

void LeaseKeeper::keep() {
  base::name_this_thread("lease");
  base::milliseconds wait = terms_.ttl / 3;
  for (;;) {
    const auto left = std::chrono::duration_cast<base::milliseconds>(deadline() - BootClock::now());
    {
      std::unique_lock lock(mutex_);
      if (stopping_.wait_for(lock, std::clamp(left, base::milliseconds{0}, wait), [this] { return stop_; })) return;
    }
    if (!is_held()) return lose("its time ran out before it could be renewed");
    const bool reached = renew_once();
    if (deadline_.load() == 0) return;
    wait = reached ? terms_.ttl / 3 : std::min(kPause, terms_.ttl / 10);
  }
}

// False: the database could not be asked.
bool LeaseKeeper::renew_once() {
  try {
    if (connection_lost_) session_.reconnect();
    connection_lost_ = false;
    if (LeaseStore(session_).renew(lease_))
      deadline_ = lease_.deadline.time_since_epoch().count();
    else
      lose("another has it, or it was broken");
    return true;
  } catch (const base::Error& error) {
    connection_lost_ = true;
    log_.warn("lease.not_renewed", {{"lease", terms_.job}, {"error", error.what()}});
    return false;
  }
}

void LeaseKeeper::lose(const char* reason) {
  deadline_ = 0;
  log_.error("lease.lost", {{"lease", terms_.job}, {"fence", lease_.fence}, {"reason", reason}});
  if (on_lost_) on_lost_();
}

void LeaseKeeper::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool LeaseKeeper::release() {
  if (released_) return true;
  released_ = true;
  stop();
  const bool was_held = is_held();
  deadline_ = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      if (connection_lost_) session_.reconnect();
      connection_lost_ = false;
      return LeaseStore(session_).release(lease_, terms_.min_hold) && was_held;
    } catch (const base::Error& error) {
      connection_lost_ = true;
      log_.warn("lease.not_released", {{"lease", terms_.job}, {"error", error.what()}});
    }
  }
  return false;  // it ends with its ttl
}

}  // namespace store
