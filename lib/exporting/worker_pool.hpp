// The threads report-task-1 to report-task-N of a pass.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/context.hpp"
#include "cache/progress_cache.hpp"
#include "config/reports_toml.hpp"
#include "exporting/export_options.hpp"
#include "exporting/run_task.hpp"
#include "task/task.hpp"

namespace exporting {

struct FinishedTask {
  task::Task task;
  TaskEnd end;
};

// Each worker has a control connection and a reader of its own, made when its first task comes. The
// destructor waits for the tasks that run.
class WorkerPool {
 public:
  WorkerPool(const base::Context& ctx, const RunOptions& options, const config::Reports& reports,
             cache::ProgressCache& cache);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int free_workers() const;
  bool is_idle() const { return free_workers() == options_.workers; }
  void add(task::Task task);
  std::vector<FinishedTask> take_finished();

  // Readable when a task has ended since take_finished.
  int descriptor() const { return event_; }

 private:
  void end();
  void work(int number);
  TaskEnd run_one(const task::Task& task, std::unique_ptr<store::Session>& control);
  void report(task::Task task, TaskEnd end);

  const base::Context& ctx_;
  const RunOptions& options_;
  const config::Reports& reports_;
  cache::ProgressCache& cache_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<task::Task> waiting_;
  std::vector<FinishedTask> finished_;
  int busy_ = 0;
  bool closing_ = false;
  int event_;
  std::vector<std::thread> threads_;
};

}  // namespace exporting
