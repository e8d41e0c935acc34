// Stops a pass when what it runs keeps failing in one way: the downstream is not helped by more.
#pragma once

#include "exporting/run_task.hpp"

namespace exporting {

// On when the first ten tasks of a pass that ended failed with the same error number. One that ends
// otherwise takes it off for the rest of the pass.
class Brake {
 public:
  static constexpr int kFailures = 10;

  void note(const TaskEnd& end) {
    const bool failed = end.result == TaskResult::kRetry || end.result == TaskResult::kDead;
    if (ended_++ == 0) origin_ = end.origin;
    same_ = same_ && failed && end.origin == origin_;
  }
  bool is_on() const { return same_ && ended_ >= kFailures; }
  int origin() const { return origin_; }

 private:
  int ended_ = 0;
  int origin_ = 0;
  bool same_ = true;
};

}  // namespace exporting
