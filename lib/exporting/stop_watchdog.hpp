// A stop is never held up by a database that does not answer.
#pragma once

#include <thread>

#include "base/context.hpp"

namespace exporting {

// Ends the process 4.5 s after a stop was asked for, unless this object has gone by then. What ran stays RUNNING, and
// is cleanup's. Throws base::Error when it cannot be set up.
class StopWatchdog {
 public:
  explicit StopWatchdog(const base::Context& ctx);
  ~StopWatchdog();
  StopWatchdog(const StopWatchdog&) = delete;
  StopWatchdog& operator=(const StopWatchdog&) = delete;

 private:
  void watch() const;

  const base::Context& ctx_;
  int done_;  // an eventfd
  std::thread thread_;
};

}  // namespace exporting
