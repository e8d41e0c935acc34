// One task from claim to end, on a worker's thread.
#pragma once

#include <string>

#include "base/context.hpp"
#include "cache/progress_cache.hpp"
#include "config/reports_toml.hpp"
#include "exporting/export_options.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

enum class TaskResult {
  kSuccess,
  kRetry,
  kDead,
  kInterrupted,
  kFenced,
  kUnwritten,  // the database could not be told; the row stays RUNNING until cleanup sees it
  kCancelled,
};

struct TaskEnd {
  TaskResult result = TaskResult::kSuccess;
  base::Outcome ends_pass = base::Outcome::kDone;  // else the next task would meet the same: full disk, folder closed
  int origin = 0;                                  // number of the error that ended it, as base::Error has it
  std::string error{};                             // of kUnwritten: why
};

// Reads the report in pages within one snapshot, writes the file beside its final name, publishes
// it, and only then says SUCCESS. Whatever goes wrong is written to the row: nothing is thrown. Logs
// task.begin and task.end. `control` is this worker's own connection.
TaskEnd run_task(const base::Context& ctx, const RunOptions& options, const config::Reports& reports,
                 const task::Task& task, store::Session& control, cache::ProgressCache& cache);

}  // namespace exporting
