#include "exporting/cancel.hpp"

#include "exporting/status.hpp"
#include "store/claim_lock.hpp"
#include "store/report_task_store.hpp"
#include "store/report_task_sweeps.hpp"

namespace exporting {

namespace {

using base::Error;
using task::State;

constexpr int kTries = 10;  // a task may change its state between our look and our write
constexpr std::string_view kCancelled = "cancelled";

class Cancel {
 public:
  Cancel(const base::Context& ctx, store::Session& session, std::int64_t id)
      : ctx_(ctx), session_(session), tasks_(session), id_(id) {}

  // The row as it was left.
  task::Task run() {
    for (int i = 0; i < kTries; ++i) {
      const task::Task task = look();
      if (ctx_.dry_run || is_cancelled(task) || change(task)) return look();
    }
    throw Error(base::Kind::kNotNow, "task " + std::to_string(id_) + " changes its state all the time", "Try again.");
  }

 private:
  task::Task look() {
    auto task = tasks_.find(id_);
    if (!task) throw Error(base::Kind::kNotFound, "no task " + std::to_string(id_));
    if (task::is_terminal(task->state) && !is_cancelled(*task))
      throw Error(base::Kind::kInput,
                  "task " + std::to_string(id_) + " is " + std::string(task::name_of(task->state)) + " already",
                  "SUCCESS, FAILED and TIMEOUT are never left.");
    return std::move(*task);
  }

  static bool is_cancelled(const task::Task& task) {
    return task.state == State::FAILED && task.error_msg == kCancelled;
  }

  bool change(const task::Task& task) {
    if (task.state != State::RUNNING) return tasks_.cancel_waiting(id_);
    if (!tasks_.request_cancel(id_)) return false;
    // Nobody is left to see it: the claim lock is taken before the claim and dies with the claimer.
    if (store::is_claim_lock_free(session_, task.run_token))
      store::ReportTaskSweeps(session_).set_cancelled_silent(task, base::milliseconds{0});
    return true;
  }

  const base::Context& ctx_;
  store::Session& session_;
  store::ReportTaskStore tasks_;
  std::int64_t id_;
};

}  // namespace

base::Report cancel_task(const base::Context& ctx, store::Session& session, std::int64_t id) {
  const task::Task task = Cancel(ctx, session, id).run();
  const bool is_asked = task.state == State::RUNNING;
  const std::string message = ctx.dry_run ? "would be cancelled"
                              : is_asked  ? "asked to stop; " + task.worker + " ends it at its next progress"
                                          : "cancelled";
  if (ctx.json)
    ctx.out.line(base::Json::object().add("code", 0).add("data", json_of(task)).text());
  else
    ctx.out.line("task " + std::to_string(id) + ": " + base::printable(message));
  ctx.log.info(
      "cancel.done",
      {{"task_id", id}, {"trace_id", task.trace_id}, {"status", task::name_of(task.state)}, {"message", message}});
  return {base::Outcome::kDone,
          {{"cancelled", ctx.dry_run || is_asked ? 0 : 1}, {"asked", !ctx.dry_run && is_asked ? 1 : 0}}};
}

}  // namespace exporting
