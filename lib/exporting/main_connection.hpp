// The process's main connection: it claims, hands back, and by its locks proves that the claimer lives.
#pragma once

#include <chrono>
#include <string>

#include "base/context.hpp"
#include "store/claim_lock.hpp"
#include "store/session.hpp"

namespace exporting {

// Not thread-safe: the main thread's.
class MainConnection {
 public:
  // Keeps references to both.
  MainConnection(const base::Context& ctx, store::Session& session) : ctx_(ctx), session_(session), locks_(session) {}

  store::Session& session() { return session_; }

  void lock(const std::string& token) { locks_.take(token); }

  // Gives a token's lock back; on a lost connection it is gone already.
  void release(const std::string& token);

  // Pings every 30 s, and makes a lost connection anew when it can.
  void keep_alive();

  // Something failed with "connection lost".
  void note_lost(const base::Error& error);
  bool is_lost() const { return lost_; }

  // A new connection. The locks of what runs come first, before anything else is written. Throws
  // Error{kUnreachable}.
  void restore();

 private:
  using Clock = std::chrono::steady_clock;

  const base::Context& ctx_;
  store::Session& session_;
  store::ClaimLocks locks_;
  Clock::time_point pinged_at_ = Clock::now();
  bool lost_ = false;
};

}  // namespace exporting
