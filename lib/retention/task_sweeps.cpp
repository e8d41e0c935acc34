#include "retention/sweep.hpp"
#include "store/alert_store.hpp"
#include "store/claim_lock.hpp"

namespace retention {

namespace {

constexpr int kMostCrashes = 3;

// At once, not after an hour: no row names them any more. Those of a checkpoint that is kept stay with it.
void remove_run_files(Sweep& sweep, const task::Task& task, const std::optional<std::string>& checkpoint = {}) {
  if (!sweep.folder.exists() || (checkpoint && checkpoint->find(task.run_token) != std::string::npos)) return;
  const std::string name = task::file_name(task.id, task.run_token, task.format);
  sweep.item(task.id, [&] {
    for (const std::string& each : {name + ".part", name}) sweep.folder.remove(each);
  });
}

bool would(Sweep& sweep, const char* event, const task::Task& task) {
  if (sweep.ctx.dry_run) sweep.ctx.log.info(event, {{"task_id", task.id}, {"report", task.report}});
  return sweep.ctx.dry_run;
}

void say(Sweep& sweep, const char* event, const task::Task& task) {
  sweep.ctx.log.warn(event, {{"task_id", task.id},
                             {"trace_id", task.trace_id},
                             {"report", task.report},
                             {"worker", task.worker},
                             {"heartbeat_at", task.heartbeat_at ? base::format_instant(*task.heartbeat_at) : "-"}});
  sweep.ctx.step("settled");
}

// RETRY_WAIT, or dead when it crashes for the third time without having got further.
void crash(Sweep& sweep, const task::Task& task, base::milliseconds age, const std::string& error) {
  if (task.crash_count + 1 >= kMostCrashes) {
    if (would(sweep, "cleanup.would_poison", task)) return;
    if (!sweep.tasks.set_poison(task, age, "poison: crashed 3 times without progress, last: " + error)) return;
    ++sweep.counts.poisoned;
    ++sweep.counts.dead;
    say(sweep, "cleanup.poisoned", task);
    return remove_run_files(sweep, task);
  }
  if (would(sweep, "cleanup.would_retry", task)) return;
  if (!sweep.tasks.set_crashed(task, age, error)) return;
  ++sweep.counts.crashed;
  say(sweep, "cleanup.crashed", task);
  remove_run_files(sweep, task, task.checkpoint);
}

void cancel(Sweep& sweep, const task::Task& task, base::milliseconds age) {
  if (would(sweep, "cleanup.would_cancel", task)) return;
  if (!sweep.tasks.set_cancelled_silent(task, age)) return;
  ++sweep.counts.cancelled;
  say(sweep, "cleanup.cancelled", task);
  remove_run_files(sweep, task);
}

void settle_stalled(Sweep& sweep, const task::Task& task) {
  // Whether its claimer lives or not: it had long enough to see the cancel.
  if (task.cancel_requested) return cancel(sweep, task, sweep.options.stalled_after);
  const std::string error = sweep.options.stalled_after == std::chrono::minutes{30}
                                ? "no heartbeat for over 30 min"
                                : "no heartbeat for over " + base::format_duration(sweep.options.stalled_after);
  if (sweep.options.retry_stalled) return crash(sweep, task, sweep.options.stalled_after, error);
  if (would(sweep, "cleanup.would_time_out", task)) return;
  if (!sweep.tasks.set_timeout(task, sweep.options.stalled_after, error)) return;
  ++sweep.counts.stalled;
  ++sweep.counts.dead;
  say(sweep, "cleanup.stalled", task);
  remove_run_files(sweep, task);
}

void settle_silent(Sweep& sweep, const task::Task& task) {
  // A claimer that lives is slow, not dead: its lock says so.
  if (!store::is_claim_lock_free(sweep.session, task.run_token)) return;
  if (task.cancel_requested) return cancel(sweep, task, sweep.options.crashed_after);
  crash(sweep, task, sweep.options.crashed_after, "crashed: its claimer " + task.worker + " is gone");
}

}  // namespace

void sweep_silent(Sweep& sweep) {
  const auto silent = [&](base::milliseconds age) {
    return [&sweep, age](std::int64_t after) { return sweep.tasks.list_silent(age, after, kBatch); };
  };
  sweep.each_task(silent(sweep.options.stalled_after), [&](const task::Task& task) { settle_stalled(sweep, task); });
  sweep.each_task(silent(sweep.options.crashed_after), [&](const task::Task& task) { settle_silent(sweep, task); });
}

void sweep_orphans(Sweep& sweep) {
  const base::milliseconds age = sweep.options.orphaned_after - sweep.shift;
  sweep.each_task([&](std::int64_t after) { return sweep.tasks.list_orphans(age, after, kBatch); },
                  [&](const task::Task& task) {
                    if (would(sweep, "cleanup.would_recover", task) || !sweep.tasks.set_orphan_due(task, age)) return;
                    ++sweep.counts.recovered;
                    say(sweep, "cleanup.recovered", task);
                  });
}

void sweep_records(Sweep& sweep) {
  const base::milliseconds age = sweep.options.keep_rows - sweep.shift;
  store::AlertStore alerts(sweep.session);
  const auto sweep_one = [&](auto count_old, auto delete_old) {
    if (sweep.ctx.dry_run) {
      sweep.ctx.log.info("cleanup.would_delete", {{"rows", count_old()}});
      return;
    }
    for (std::int64_t removed = kBatch; removed == kBatch;) {
      sweep.may_go_on();
      sweep.counts.deleted += removed = delete_old();
    }
  };
  for (const task::State state : {task::State::SUCCESS, task::State::FAILED, task::State::TIMEOUT})
    sweep_one([&] { return sweep.tasks.count_old(state, age); },
              [&] { return sweep.tasks.delete_old(state, age, kBatch); });
  sweep_one([&] { return alerts.count_old(age); }, [&] { return alerts.delete_old(age, kBatch); });
}

}  // namespace retention
