// What the frame hands to every pass.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/output.hpp"
#include "base/stop.hpp"

namespace base {

struct Context {
  const Log& log;
  StopToken stop;
  Output& out;
  bool json = false;     // data on stdout in the JSON envelope
  bool dry_run = false;  // say what would be done, change nothing

  // A named point of a pass. Empty in production; tests die or wait here.
  std::function<void(std::string_view)> on_step;
  void step(std::string_view name) const {
    if (on_step) on_step(name);
  }
};

// How a pass went. Counts are past participles: claimed, finished, failed.
struct Report {
  Outcome outcome = Outcome::kDone;
  std::vector<Field> counts;
  std::optional<int> exit_code = std::nullopt;  // instead of the outcome's own: --busy-exit, a child's code
  bool leave_at_once = false;                   // threads are stuck: exit without waiting for anything
};

// kInterrupted or kTerminated by the signal that asked for the stop.
inline Outcome stopped_outcome(const StopToken& stop) {
  return stop.signal() == 2 ? Outcome::kInterrupted : Outcome::kTerminated;
}

}  // namespace base
