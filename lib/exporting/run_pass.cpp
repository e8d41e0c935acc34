#include "exporting/run_pass.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/token.hpp"
#include "cache/progress_cache.hpp"
#include "exporting/brake.hpp"
#include "exporting/list_claimable.hpp"
#include "exporting/main_connection.hpp"
#include "exporting/settle.hpp"
#include "exporting/stop_watchdog.hpp"
#include "exporting/worker_pool.hpp"
#include "sheet/part_file.hpp"
#include "sheet/probe.hpp"
#include "store/lease_keeper.hpp"
#include "store/report_task_store.hpp"
#include "task/error_class.hpp"

namespace exporting {

namespace {

using base::Error;
using Clock = std::chrono::steady_clock;

constexpr base::milliseconds kLookAgain{500};  // for new tasks, while others run
constexpr base::seconds kStopGrace{3};         // after a stop, for the workers to hand back by themselves
constexpr base::seconds kIdle{100};            // the main connection is pinged every 30 s
constexpr int kMostLosses = 3;                 // claims that failed in a row

std::vector<std::string> names_of(const config::Reports& reports) {
  std::vector<std::string> names;
  for (const auto& [name, report] : reports) names.push_back(name);
  return names;
}

std::optional<cache::RedisTarget> redis_of(const RunOptions& options) {
  if (options.redis_url.empty()) return std::nullopt;
  return cache::parse_redis_url(options.redis_url);
}

class Pass {
 public:
  // Token and id: one id may run under two tokens, one of them fenced.
  using Key = std::pair<std::string, std::int64_t>;

  Pass(const base::Context& ctx, store::Session main, config::Reports reports, const RunOptions& options)
      : ctx_(ctx),
        options_(options),
        definitions_(std::move(reports)),
        reports_(names_of(definitions_)),
        session_(std::move(main)),
        main_(ctx, session_),
        tasks_(session_),
        cache_(redis_of(options), ctx.log),
        pool_(ctx, options_, definitions_, cache_) {}

  void run() {
    while (may_go_on() && !is_out_of_grace()) {
      settle_finished();
      find_lost_claim();
      settle_unwritten();
      const bool claimed = may_claim() && is_time_to_look() && claim();
      if (!claimed && may_go_on()) wait();
    }
    settle_finished();
    find_lost_claim();
    settle_unwritten();
    if (runs()) hand_back_running();
  }

  base::Report report();

 private:
  bool may_claim() const {
    if (ctx_.stop.is_requested() || ends_with_ != base::Outcome::kDone || is_braked()) return false;
    if (options_.max_pass.count() > 0 && Clock::now() - began_ >= options_.max_pass) return false;
    return free_places() > 0;
  }

  // Those whose end could not be written are waited for no longer.
  bool runs() const { return running_.size() > unwritten_.size(); }

  bool is_braked() const { return options_.brakes && brake_.is_on(); }

  std::int64_t free_places() const {
    if (options_.task_id) return asked_ ? 0 : 1;
    const std::int64_t free = pool_.free_workers();
    return options_.limit > 0 ? std::min(free, options_.limit - claimed_) : free;
  }

  // Something runs, or may still be found.
  bool may_go_on() const {
    if (runs() || (!unknown_claim_.empty() && ends_with_ == base::Outcome::kDone)) return true;
    if (!may_claim()) return false;
    return !looked_in_vain_at_ || *looked_in_vain_at_ < began_ + options_.look_for;
  }

  // After a look that found nothing there is a pause; a short one while free workers stand beside busy
  // ones. The last look is when the time for looking ends.
  bool is_time_to_look() const {
    if (!looked_in_vain_at_) return true;
    const auto pause = running_.empty() ? options_.look_pause : kLookAgain;
    const auto last = std::max(began_ + options_.look_for, *looked_in_vain_at_ + kLookAgain);
    return Clock::now() >= std::min(*looked_in_vain_at_ + pause, last);
  }

  // Claims what fits and hands it to the workers; false when nothing was found.
  bool claim() {
    try {
      if (main_.is_lost()) main_.restore();
      if (!options_.task_id && tasks_.list_waiting(options_.queue, reports_, 1).empty()) return nothing_found();
      return claim_batch();
    } catch (const Error& error) {
      note_failed_claim(error);
      return false;
    }
  }

  void note_failed_claim(const Error& error) {
    if (task::class_of(error) == task::ErrorClass::kPermanent) {
      ends_with_ = base::Outcome::kNotReady;
      refusal_.emplace(error);
      return;
    }
    // A server that answers but takes no writes may be a former primary: the next connection finds the new one.
    if (error.kind() == base::Kind::kUnreachable)
      main_.note_lost(error);
    else
      ctx_.log.warn("run.claim_failed", {{"error", error.what()}});
    // What runs goes on meanwhile; a claim that keeps failing ends the looking, not the running.
    if (++losses_ > kMostLosses) give_up(error);
  }

  void give_up(const Error& error) {
    ends_with_ = error.kind() == base::Kind::kUnreachable ? base::Outcome::kUnreachable : base::Outcome::kNotReady;
    ctx_.log.error("run.gave_up", {{"error", error.what()}, {"hint", error.hint()}});
  }

  bool nothing_found() {
    losses_ = 0;
    looked_in_vain_at_ = Clock::now();
    return false;
  }

  // The claim lock comes before the claim, so that no claimed row is ever without it.
  bool claim_batch() {
    if (unknown_claim_.empty()) unknown_claim_ = base::new_token();
    main_.lock(unknown_claim_);
    ctx_.step("locked");
    std::vector<task::Task> batch = options_.task_id ? claim_named(unknown_claim_)
                                                     : tasks_.claim(options_.queue, unknown_claim_, store::this_owner(),
                                                                    reports_, free_places(), options_.max_running);
    ctx_.step("claimed");
    return start(std::exchange(unknown_claim_, {}), std::move(batch)) || nothing_found();
  }

  std::vector<task::Task> claim_named(const std::string& token) {
    auto task = tasks_.claim_one({*options_.task_id, token}, store::this_owner(), options_.max_running);
    asked_ = true;
    if (!task) return {};
    return {std::move(*task)};
  }

  bool start(const std::string& token, std::vector<task::Task> batch) {
    if (batch.empty()) {
      main_.release(token);
      return false;
    }
    looked_in_vain_at_.reset();
    losses_ = 0;
    claimed_ += static_cast<std::int64_t>(batch.size());
    for (task::Task& task : batch) {
      running_.emplace(Key{task.run_token, task.id}, task);
      pool_.add(std::move(task));
    }
    return true;
  }

  // A claim whose answer was lost may have claimed: the token tells. Whatever else the pass may still do, this
  // comes first, or the task would be nobody's.
  void find_lost_claim() {
    if (unknown_claim_.empty()) return;
    try {
      if (main_.is_lost()) main_.restore();
      std::vector<task::Task> batch = tasks_.list_claimed(unknown_claim_);
      asked_ = asked_ || !batch.empty();
      start(std::exchange(unknown_claim_, {}), std::move(batch));
    } catch (const Error& error) {
      note_failed_claim(error);
    }
  }

  // An end that its worker could not write is written over the main connection: else the row would stay RUNNING
  // for as long as another task of its token runs.
  void settle_unwritten() {
    if (unwritten_.empty() || main_.is_lost()) return;
    try {
      while (!unwritten_.empty()) {
        const auto [key, why] = *unwritten_.begin();
        const task::Task& task = running_.at(key);
        const SettledEnd end = try_later(tasks_, options_, task, why).value_or(end_by_row(tasks_, task));
        remove_names_unless_finished(task, end);
        ctx_.log.info("task.settled", {{"task_id", task.id}, {"trace_id", task.trace_id}, {"result", end.result}});
        --results_[static_cast<std::size_t>(TaskResult::kUnwritten)];
        ++results_[static_cast<std::size_t>(end.task_end.result)];
        unwritten_.erase(key);
        forget(key);
      }
    } catch (const Error& error) {
      ctx_.log.warn("task.unsettled", {{"error", error.what()}});
      if (store::is_connection_lost(error)) return main_.note_lost(error);
      // It would fail the same way again: without its lock the row is cleanup's.
      const Key key = unwritten_.begin()->first;
      unwritten_.erase(key);
      forget(key);
    }
  }

  void remove_names_unless_finished(const task::Task& task, const SettledEnd& end) const {
    if (end.task_end.result == TaskResult::kSuccess) return;
    sheet::remove_names(options_.export_dir, task::file_name(task.id, task.run_token, task.format));
  }

  // The task is over; with the last one of its token the claim lock goes.
  void forget(const Key& key) {
    running_.erase(key);
    const auto next = running_.lower_bound({key.first, 0});
    if (next == running_.end() || next->first.first != key.first) main_.release(key.first);
  }

  void settle_finished() {
    for (const FinishedTask& done : pool_.take_finished()) {
      ++results_[static_cast<std::size_t>(done.end.result)];
      if (done.end.ends_pass != base::Outcome::kDone) ends_with_ = done.end.ends_pass;
      brake_.note(done.end);
      const Key key{done.task.run_token, done.task.id};
      if (done.end.result == TaskResult::kUnwritten)
        unwritten_[key] = done.end.error;
      else
        forget(key);
    }
    if (is_braked() && !std::exchange(said_brake_, true))
      ctx_.log.warn("run.braked", {{"failures", Brake::kFailures}, {"origin", brake_.origin()}});
  }

  void wait() {
    pollfd waiting[2] = {{pool_.descriptor(), POLLIN, 0}, {ctx_.stop.descriptor(), POLLIN, 0}};
    // After a stop only the workers' ends are waited for.
    poll(waiting, ctx_.stop.is_requested() ? 1 : 2, static_cast<int>(kLookAgain.count()));
    if (ctx_.stop.is_requested() && !stopped_at_) stopped_at_ = Clock::now();
    main_.keep_alive();
  }

  bool is_out_of_grace() const { return stopped_at_ && Clock::now() - *stopped_at_ > kStopGrace; }

  // A worker is in a call that cannot be interrupted: the end of a workbook, a long page. Its rows go
  // back over the main connection, and the process leaves without it.
  void hand_back_running() {
    abandoned_ = true;
    for (const auto& [key, task] : running_) {
      if (unwritten_.contains(key)) continue;
      try {
        const SettledEnd end = hand_back_one(task);
        remove_names_unless_finished(task, end);
        ++results_[static_cast<std::size_t>(end.task_end.result)];
        ctx_.log.info("task.handed_back", {{"task_id", task.id}, {"trace_id", task.trace_id}, {"result", end.result}});
      } catch (const Error& error) {
        ctx_.log.error("task.unwritten", {{"task_id", task.id}, {"trace_id", task.trace_id}, {"error", error.what()}});
        ++results_[static_cast<std::size_t>(TaskResult::kUnwritten)];
      }
    }
  }

  // Once more over a new connection where the old one turns out to be lost.
  SettledEnd hand_back_one(const task::Task& task) {
    try {
      if (main_.is_lost()) main_.restore();
      return hand_back(tasks_, task).value_or(end_by_row(tasks_, task));
    } catch (const Error& error) {
      if (main_.is_lost() || !store::is_connection_lost(error)) throw;
      main_.note_lost(error);
    }
    main_.restore();
    return hand_back(tasks_, task).value_or(end_by_row(tasks_, task));
  }

  std::int64_t count_of(TaskResult result) const { return results_[static_cast<std::size_t>(result)]; }
  base::Report not_claimed();

  const base::Context& ctx_;
  const RunOptions options_;  // a copy: workers that were left behind use it to the last
  const config::Reports definitions_;
  const std::vector<std::string> reports_;
  store::Session session_;
  MainConnection main_;
  store::ReportTaskStore tasks_;
  cache::ProgressCache cache_;
  Brake brake_;
  const Clock::time_point began_ = Clock::now();
  std::optional<Clock::time_point> stopped_at_;
  std::optional<Clock::time_point> looked_in_vain_at_;
  std::map<Key, task::Task> running_;
  std::map<Key, std::string> unwritten_;  // of those: whose end its worker could not write, and why
  std::optional<Error> refusal_;          // a claim failed for good
  std::string unknown_claim_;             // the token of a claim whose outcome is not known yet
  std::array<std::int64_t, 7> results_{};
  std::int64_t claimed_ = 0;
  int losses_ = 0;
  bool asked_ = false;
  base::Outcome ends_with_ = base::Outcome::kDone;  // else no more is claimed
  bool said_brake_ = false;
  bool abandoned_ = false;
  WorkerPool pool_;  // last: its threads end before anything they use
};

base::Report Pass::report() {
  if (refusal_) throw *refusal_;
  if (options_.task_id && claimed_ == 0 && ends_with_ == base::Outcome::kDone && !ctx_.stop.is_requested())
    return not_claimed();
  base::Report report;
  report.counts = {{"claimed", claimed_},
                   {"finished", count_of(TaskResult::kSuccess)},
                   {"retried", count_of(TaskResult::kRetry)},
                   {"failed", count_of(TaskResult::kDead)},
                   {"interrupted", count_of(TaskResult::kInterrupted)},
                   {"fenced", count_of(TaskResult::kFenced)},
                   {"cancelled", count_of(TaskResult::kCancelled)},
                   {"unwritten", count_of(TaskResult::kUnwritten)}};
  report.leave_at_once = abandoned_;
  if (ctx_.stop.is_requested())
    report.outcome = base::stopped_outcome(ctx_.stop);
  else if (ends_with_ != base::Outcome::kDone)
    report.outcome = ends_with_;
  else if (count_of(TaskResult::kDead) > 0)
    report.outcome = base::Outcome::kDead;
  return report;
}

base::Report Pass::not_claimed() {
  const auto row = tasks_.find(*options_.task_id);
  if (!row) throw Error(base::Kind::kNotFound, "no task " + std::to_string(*options_.task_id));
  const char* reason = task::is_terminal(row->state) ? "a terminal state is never left"
                                                     : "it runs already, or the limit of running tasks is reached";
  ctx_.log.warn("task.not_claimed",
                {{"task_id", row->id}, {"status", task::name_of(row->state)}, {"affected", 0}, {"message", reason}});
  return {base::Outcome::kSkipped, {{"claimed", 0}}};
}

void make_folder(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::create_directories(folder, error)) return;  // it is there, or the probe says why not
  std::filesystem::permissions(folder, std::filesystem::perms(0750), error);
}

}  // namespace

base::Report run_pass(const base::Context& ctx, const RunOptions& options) {
  const StopWatchdog watchdog(ctx);
  store::SessionOptions main_options = options.session;
  main_options.idle_timeout = kIdle;  // a host that vanished keeps neither its claim locks nor the gate
  store::Session main = store::open(options.db, main_options);
  const config::Reports reports = config::read_reports(options.reports_file);
  if (ctx.dry_run) return list_claimable(ctx, main, names_of(reports), options);
  if (options.makes_export_dir) make_folder(options.export_dir);
  // Before anything is claimed: a folder that takes no file is a matter of this host, not of a task.
  sheet::probe_folder(options.export_dir);
  auto pass = std::make_unique<Pass>(ctx, std::move(main), reports, options);
  pass->run();
  base::Report report = pass->report();
  // Workers that were left behind use the pass until the process has gone.
  if (report.leave_at_once) [[maybe_unused]]
    auto* left = pass.release();
  return report;
}

}  // namespace exporting
