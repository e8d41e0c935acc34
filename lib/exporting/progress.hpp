// Progress of one running task: into the table as its heartbeat, into Redis for those who poll.
#pragma once

#include <chrono>
#include <cstdint>

#include "cache/progress_cache.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

// Thrown when a write found another's token, or none, in the row: the claim is lost.
struct Fenced {};

// Thrown when a write found that a cancel was asked for.
struct Cancelled {};

class ProgressWriter {
 public:
  // Keeps references to all but `claim`.
  ProgressWriter(store::ReportTaskStore& tasks, cache::ProgressCache& cache, store::ClaimKey claim);

  // The total is known: the first write. Throws Fenced, Cancelled.
  void begin(std::int64_t total);

  // At a page's end. Writes once 1,000 rows or 2 s have passed since the last write. Throws Fenced, Cancelled.
  void page_done(std::int64_t written);

  // Takes the key out of Redis, where it would stay at 99.
  void drop();

  std::int64_t total() const { return total_; }

 private:
  using Clock = std::chrono::steady_clock;

  void write(std::int64_t written);

  store::ReportTaskStore* tasks_;
  cache::ProgressCache* cache_;
  store::ClaimKey claim_;
  std::int64_t total_ = 0;
  std::int64_t last_written_ = 0;
  Clock::time_point last_at_ = Clock::now();
};

}  // namespace exporting
