// The request to stop, as every loop asks for it.
#pragma once

#include <atomic>

#include "base/time.hpp"

namespace base {

// Owns the request. Thread-safe; `request` may be called from a signal handler.
class StopSource {
 public:
  StopSource();
  ~StopSource();
  StopSource(const StopSource&) = delete;
  StopSource& operator=(const StopSource&) = delete;

  // Asks for a stop; the first signal stays the reason.
  void request(int signal) noexcept;

  // SIGTERM and SIGINT now call request. Needed for PID 1 too, which has no default actions
  // (pid_namespaces(7)). Only one source of a process may do so.
  void listen_to_signals();

  int signal() const noexcept { return signal_.load(std::memory_order_acquire); }
  int descriptor() const noexcept { return event_; }

 private:
  std::atomic<int> signal_{0};
  int event_;  // an eventfd that is readable once a stop was asked for, and never read
};

// A view of a StopSource, to be handed down by value. It must not outlive its source.
class StopToken {
 public:
  explicit StopToken(const StopSource& source) : source_(&source) {}

  bool is_requested() const noexcept { return source_->signal() != 0; }
  int signal() const noexcept { return source_->signal(); }  // 0: no stop was asked for

  // Waits for `duration`, or less when a stop is asked for; true when one was.
  bool wait_for(milliseconds duration) const;

  // Readable once a stop was asked for: for poll() beside other descriptors.
  int descriptor() const noexcept { return source_->descriptor(); }

 private:
  const StopSource* source_;
};

}  // namespace base
