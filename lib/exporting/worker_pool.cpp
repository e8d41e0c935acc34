#include "exporting/worker_pool.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace exporting {

namespace {

// An idle connection may have been closed by the server: found out before a task depends on it.
void make_ready(std::unique_ptr<store::Session>& control, const RunOptions& options) {
  if (!control) {
    control = std::make_unique<store::Session>(options.db, options.session, store::IfMissing::kRefuse);
    return;
  }
  try {
    control->ping();
  } catch (const base::Error&) {
    control->reconnect();
  }
}

}  // namespace

WorkerPool::WorkerPool(const base::Context& ctx, const RunOptions& options, const config::Reports& reports,
                       cache::ProgressCache& cache)
    : ctx_(ctx), options_(options), reports_(reports), cache_(cache), event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw base::system_error("cannot make an eventfd", errno);
  try {
    for (int number = 1; number <= options.workers; ++number) threads_.emplace_back([this, number] { work(number); });
  } catch (const std::system_error& error) {
    end();
    throw base::Error(
        base::Kind::kNotNow,
        "cannot start a thread for each of " + std::to_string(options.workers) + " workers: " + error.what(),
        "Raise the limit of processes, or lower --workers.", error.code().value());
  }
}

WorkerPool::~WorkerPool() { end(); }

void WorkerPool::end() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  close(event_);
}

int WorkerPool::free_workers() const {
  const std::lock_guard lock(mutex_);
  return options_.workers - busy_;
}

void WorkerPool::add(task::Task task) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(task));
    ++busy_;
  }
  has_work_.notify_one();
}

std::vector<FinishedTask> WorkerPool::take_finished() {
  const std::lock_guard lock(mutex_);
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(event_, &count, sizeof count);
  return std::exchange(finished_, {});
}

void WorkerPool::work(int number) {
  base::name_this_thread("report-task-" + std::to_string(number));
  std::unique_ptr<store::Session> control;
  for (;;) {
    task::Task task;
    {
      std::unique_lock lock(mutex_);
      has_work_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    const TaskEnd end = run_one(task, control);
    report(std::move(task), end);
  }
}

TaskEnd WorkerPool::run_one(const task::Task& task, std::unique_ptr<store::Session>& control) {
  try {
    make_ready(control, options_);
    return run_task(ctx_, options_, reports_, task, *control, cache_);
  } catch (const std::exception& error) {
    // Without a control connection nothing can be written; the row waits for cleanup.
    ctx_.log.error("task.unwritten", {{"task_id", task.id}, {"trace_id", task.trace_id}, {"error", error.what()}});
    control.reset();
    return {TaskResult::kUnwritten, base::Outcome::kUnreachable, 0, error.what()};
  }
}

void WorkerPool::report(task::Task task, TaskEnd end) {
  const std::lock_guard lock(mutex_);
  finished_.push_back({std::move(task), end});
  --busy_;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof one);
}

}  // namespace exporting
