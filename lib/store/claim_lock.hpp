// Proof that a claimer lives: held from before its claim until the last task of its token ended.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "store/session.hpp"

namespace store {

// On MySQL GET_LOCK('oneshot:claim:TOKEN') of the process's main connection. On SQLite an open file
// description lock on the byte of "DATABASE.claims" whose offset is the token's first 62 bits: it
// dies with the process however that ends. Not thread-safe: the main thread's.
class ClaimLocks {
 public:
  explicit ClaimLocks(Session& main);
  ~ClaimLocks();
  ClaimLocks(const ClaimLocks&) = delete;
  ClaimLocks& operator=(const ClaimLocks&) = delete;

  void take(const std::string& token);  // throws Error{kNotNow} when another holds it
  void release(const std::string& token);

  // After the main connection was made anew: takes every lock again, before anything else is written. A
  // former connection that the server still takes for alive is ended for it.
  void take_all_again();

  std::size_t held() const { return tokens_.size(); }

 private:
  bool try_lock(const std::string& token, base::seconds wait);
  void end_former_connection(const std::string& token, std::uint64_t former);

  Session* main_;
  int file_ = -1;                                // SQLite only
  std::map<std::string, std::uint64_t> tokens_;  // with the connection that took each, as the client knows it
};

// Does no living process hold `token`? Any connection may ask.
bool is_claim_lock_free(Session& session, const std::string& token);

}  // namespace store
