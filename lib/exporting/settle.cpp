#include "exporting/settle.hpp"

#include <chrono>
#include <random>

#include "sheet/part_file.hpp"
#include "task/error_class.hpp"

namespace exporting {

namespace {

using base::Error;

constexpr base::seconds kGrace{20};       // how long a failure that cannot be written is tried again
constexpr base::milliseconds kPause{500};
constexpr int kMostInterrupts = 5;
constexpr std::string_view kWornOut = "interrupted 5 times without progress";

double random_fraction() {
  thread_local std::mt19937_64 generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

SettledEnd end_of(TaskResult result, std::string name, std::string message = {}) {
  return {{result, false, 0}, std::move(name), std::move(message)};
}

}  // namespace

Settlement::Settlement(const base::Context& ctx, const RunOptions& options, const task::Task& task,
                       store::Session& control)
    : ctx_(ctx), options_(options), task_(task), control_(control), claim_{task.id, task.run_token} {}

SettledEnd Settlement::fenced() const {
  try {
    sheet::remove_names(options_.export_dir, task::file_name(task_.id, task_.run_token, task_.format));
  } catch (const Error& error) {
    ctx_.log.warn("task.leftover", {{"task_id", task_.id}, {"error", error.what()}});
  }
  return end_of(TaskResult::kFenced, "fenced", "another claim has taken the task over");
}

// Writes the end with the row's fence, over a new connection where the old one is lost.
template <class Write>
SettledEnd Settlement::written(Write write, SettledEnd end) const {
  const auto deadline = std::chrono::steady_clock::now() + kGrace;
  bool lost = false;
  for (;;) {
    try {
      if (lost) control_.reconnect();
      store::ReportTaskStore tasks(control_);
      if (write(tasks)) return end;
      // Nothing matched. After a lost reply the first try may have got through: then the row says so.
      const auto row = tasks.find(claim_.id);
      const bool ours = lost && row && row->run_token == claim_.token && row->state != task::State::RUNNING;
      return ours ? end : fenced();
    } catch (const Error& error) {
      lost = true;
      if (std::chrono::steady_clock::now() < deadline && task::class_of(error) != task::ErrorClass::kPermanent) {
        ctx_.stop.wait_for(kPause);
        if (!ctx_.stop.is_requested()) continue;
      }
      ctx_.log.error("task.unwritten", {{"task_id", task_.id}, {"error", error.what()}});
      return end_of(TaskResult::kUnwritten, "unwritten", error.what());
    }
  }
}

SettledEnd Settlement::finished(const store::FinishedFile& file) const {
  return written([&](store::ReportTaskStore& tasks) { return tasks.finish(claim_, file, options_.keep); },
                 end_of(TaskResult::kSuccess, "SUCCESS"));
}

bool hand_back(store::ReportTaskStore& tasks, const task::Task& task, bool& worn_out) {
  // The row knows better than the claim: an attempt that came further has cleared the count.
  const store::ClaimKey claim{task.id, task.run_token};
  const auto row = tasks.find(task.id);
  worn_out = row && row->run_token == task.run_token && row->interrupt_count + 1 >= kMostInterrupts;
  if (worn_out) return tasks.fail(claim, task, std::string(kWornOut));
  return tasks.hand_back(claim, "interrupted by a stop");
}

SettledEnd Settlement::interrupted() const {
  bool worn_out = false;
  const SettledEnd end = written(
      [&](store::ReportTaskStore& tasks) { return hand_back(tasks, task_, worn_out); },
      end_of(TaskResult::kInterrupted, "RETRY_WAIT", "interrupted by a stop"));
  if (worn_out && end.task_end.result == TaskResult::kInterrupted)
    return end_of(TaskResult::kDead, "FAILED", std::string(kWornOut));
  return end;
}

SettledEnd Settlement::cancelled() const {
  return written([&](store::ReportTaskStore& tasks) { return tasks.cancel(claim_); },
                 end_of(TaskResult::kCancelled, "FAILED", "cancelled"));
}

bool Settlement::is_last(const Error& error) const {
  return task::class_of(error) == task::ErrorClass::kPermanent || task_.retry_count >= options_.backoff.retries;
}

SettledEnd Settlement::failed(const Error& error) const {
  const std::string message = error.hint().empty() ? error.what() : std::string(error.what()) + ". " + error.hint();
  SettledEnd end;
  if (is_last(error)) {
    end = written([&](store::ReportTaskStore& tasks) { return tasks.fail(claim_, task_, message); },
                  end_of(TaskResult::kDead, "FAILED", message));
  } else {
    const base::milliseconds delay = options_.backoff.delay(task_.retry_count + 1, random_fraction());
    end = written([&](store::ReportTaskStore& tasks) { return tasks.retry_later(claim_, delay, message); },
                  end_of(TaskResult::kRetry, "RETRY_WAIT", message));
  }
  end.task_end.origin = error.origin();
  end.task_end.disk_full = task::class_of(error) == task::ErrorClass::kDiskFull;
  return end;
}

}  // namespace exporting
