// A lease that is kept alive while a pass works under it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/log.hpp"
#include "store/lease_store.hpp"

namespace store {

struct LeaseTerms {
  std::string job;
  base::milliseconds ttl = std::chrono::minutes{5};
  base::milliseconds min_hold{0};  // nobody else gets it sooner after it was acquired, however quick the work was
};

// "host:pid", for people.
std::string this_owner();

// Renews at a third of the ttl, on a thread and a connection of its own. While the database is away it
// tries on until the deadline; then, or when a renewal finds the lease gone, it is lost for good.
class LeaseKeeper {
 public:
  // Takes the lease and starts to keep it; nothing when another holds it. `on_lost` is called once, by
  // the keeper's thread. It may come as late as a statement that hangs: who must not outlive the
  // deadline asks is_held, or watches deadline. Throws Error as Session does.
  static std::unique_ptr<LeaseKeeper> acquire(const config::DatabaseUrl& url, LeaseTerms terms, const base::Log& log,
                                              std::function<void()> on_lost = {});

  // Releases, unless that was done.
  ~LeaseKeeper();
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  // False from the deadline on, whatever the thread is doing. Any thread may ask.
  bool is_held() const;
  base::BootClock::time_point deadline() const;
  std::int64_t fence() const { return lease_.fence; }
  const std::string& owner() const { return lease_.owner; }

  // Stops to renew and gives the lease back, no sooner than min_hold. False: it had been lost.
  bool release();

 private:
  LeaseKeeper(Session session, Lease lease, LeaseTerms terms, const base::Log& log, std::function<void()> on_lost);
  void keep();
  bool renew_once();
  void lose(const char* reason);
  void stop();

  Session session_;
  Lease lease_;
  LeaseTerms terms_;
  const base::Log& log_;
  std::function<void()> on_lost_;
  std::atomic<base::BootClock::rep> deadline_;  // microseconds; 0 once it is lost
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  bool connection_lost_ = false;  // the thread's, and after it release's
  bool released_ = false;
  std::thread thread_;
};

}  // namespace store
