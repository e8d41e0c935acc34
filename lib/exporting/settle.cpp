#include "exporting/settle.hpp"

#include <chrono>
#include <random>
#include <thread>

#include "sheet/part_file.hpp"
#include "task/error_class.hpp"

namespace exporting {

namespace {

using base::Error;

constexpr base::seconds kGrace{20};  // how long a failure that cannot be written is tried again
constexpr base::milliseconds kPause{500};
constexpr int kMostInterrupts = 5;
const std::string kInterrupted = "interrupted by a stop";
const std::string kWornOut = "interrupted 5 times without progress";

double random_fraction() {
  thread_local std::mt19937_64 generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

SettledEnd end_of(TaskResult result, std::string name, std::string message = {}) {
  return {{result}, std::move(name), std::move(message)};
}

// Where a cancel was asked for, no other way than this one and SUCCESS is open.
WayOut way_of_cancel(const store::ClaimKey& claim) {
  return {[claim](store::ReportTaskStore& tasks) { return tasks.cancel(claim); }, task::State::FAILED,
          end_of(TaskResult::kCancelled, "FAILED", "cancelled")};
}

std::vector<WayOut> ways_of_interruption(const task::Task& task) {
  const store::ClaimKey claim{task.id, task.run_token};
  const auto again = [claim](store::ReportTaskStore& tasks) {
    return tasks.hand_back(claim, kInterrupted, kMostInterrupts);
  };
  const auto die = [claim, task](store::ReportTaskStore& tasks) { return tasks.fail(claim, task, kWornOut); };
  return {{again, task::State::RETRY_WAIT, end_of(TaskResult::kInterrupted, "RETRY_WAIT", kInterrupted)},
          {die, task::State::FAILED, end_of(TaskResult::kDead, "FAILED", kWornOut)},
          way_of_cancel(claim)};
}

std::vector<WayOut> ways_of_death(const task::Task& task, const std::string& message) {
  const store::ClaimKey claim{task.id, task.run_token};
  return {{[=](store::ReportTaskStore& tasks) { return tasks.fail(claim, task, message); }, task::State::FAILED,
           end_of(TaskResult::kDead, "FAILED", message)},
          way_of_cancel(claim)};
}

std::vector<WayOut> ways_of_retry(const task::Task& task, const RunOptions& options, const std::string& message) {
  const store::ClaimKey claim{task.id, task.run_token};
  const base::milliseconds delay = options.backoff.delay(task.retry_count + 1, random_fraction());
  return {{[=](store::ReportTaskStore& tasks) { return tasks.retry_later(claim, delay, message); },
           task::State::RETRY_WAIT, end_of(TaskResult::kRetry, "RETRY_WAIT", message)},
          way_of_cancel(claim)};
}

std::optional<SettledEnd> first_taken(const std::vector<WayOut>& ways, store::ReportTaskStore& tasks) {
  for (const WayOut& way : ways)
    if (way.write(tasks)) return way.end;
  return std::nullopt;
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

// Writes the end with the row's fence, over a new connection where the old one is lost. A stop does not
// hurry it: the main thread hands the row back when its own grace is over.
SettledEnd Settlement::written(const std::vector<WayOut>& ways) const {
  const auto deadline = std::chrono::steady_clock::now() + kGrace;
  for (bool lost = false;;) {
    try {
      if (lost) control_.reconnect();
      store::ReportTaskStore tasks(control_);
      if (const auto end = first_taken(ways, tasks)) return *end;
      // Nothing matched. After a lost reply an earlier try may have got through: then the row says so.
      if (const auto end = lost ? way_of_row(ways, tasks) : std::nullopt) return *end;
      return fenced();
    } catch (const Error& error) {
      lost = true;
      if (std::chrono::steady_clock::now() < deadline && task::class_of(error) != task::ErrorClass::kPermanent) {
        std::this_thread::sleep_for(kPause);
        continue;
      }
      ctx_.log.error("task.unwritten", {{"task_id", task_.id}, {"error", error.what()}});
      SettledEnd end = end_of(TaskResult::kUnwritten, "unwritten", error.what());
      end.task_end.error = error.what();
      return end;
    }
  }
}

std::optional<SettledEnd> Settlement::way_of_row(const std::vector<WayOut>& ways, store::ReportTaskStore& tasks) const {
  const auto row = tasks.find(claim_.id);
  if (!row || row->run_token != claim_.token) return std::nullopt;
  for (const WayOut& way : ways)
    if (way.state == row->state) return way.end;
  return std::nullopt;
}

SettledEnd Settlement::finished(const store::FinishedFile& file) const {
  return written({{[&](store::ReportTaskStore& tasks) { return tasks.finish(claim_, file, options_.keep); },
                   task::State::SUCCESS, end_of(TaskResult::kSuccess, "SUCCESS")}});
}

std::optional<SettledEnd> hand_back(store::ReportTaskStore& tasks, const task::Task& task) {
  return first_taken(ways_of_interruption(task), tasks);
}

std::optional<SettledEnd> try_later(store::ReportTaskStore& tasks, const RunOptions& options, const task::Task& task,
                                    const std::string& why) {
  const bool last = task.retry_count >= options.backoff.retries;
  return first_taken(last ? ways_of_death(task, why) : ways_of_retry(task, options, why), tasks);
}

SettledEnd end_by_row(store::ReportTaskStore& tasks, const task::Task& task) {
  const auto row = tasks.find(task.id);
  const bool ours = row && row->run_token == task.run_token;
  if (ours && row->state == task::State::SUCCESS) return end_of(TaskResult::kSuccess, "SUCCESS");
  if (ours && row->state == task::State::RETRY_WAIT) return end_of(TaskResult::kInterrupted, "RETRY_WAIT");
  return end_of(TaskResult::kFenced, "fenced");
}

SettledEnd Settlement::interrupted() const { return written(ways_of_interruption(task_)); }

SettledEnd Settlement::cancelled() const { return written({way_of_cancel(claim_)}); }

bool Settlement::is_last(const Error& error) const {
  return task::class_of(error) == task::ErrorClass::kPermanent || task_.retry_count >= options_.backoff.retries;
}

SettledEnd Settlement::failed(const Error& error) const {
  const std::string message = error.hint().empty() ? error.what() : std::string(error.what()) + ". " + error.hint();
  SettledEnd end = written(is_last(error) ? ways_of_death(task_, message) : ways_of_retry(task_, options_, message));
  // Who lost its claim met its own removed names, not a matter of this host.
  if (end.task_end.result == TaskResult::kFenced) return end;
  end.task_end.origin = error.origin();
  if (task::class_of(error) == task::ErrorClass::kDiskFull) end.task_end.ends_pass = base::Outcome::kWriteFailed;
  if (error.kind() == base::Kind::kCannotCreate) end.task_end.ends_pass = base::Outcome::kCannotCreate;
  return end;
}

}  // namespace exporting
