#include "exporting/run_pass.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "base/token.hpp"
#include "cache/progress_cache.hpp"
#include "exporting/worker_pool.hpp"
#include "sheet/probe.hpp"
#include "store/claim_lock.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

namespace {

using base::Error;
using Clock = std::chrono::steady_clock;

constexpr base::milliseconds kLookAgain{500};  // for new tasks, while waiting or while others run
constexpr base::seconds kPing{30};

std::string host_and_pid() {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return std::string(host) + ":" + std::to_string(getpid());
}

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
  Pass(const base::Context& ctx, store::Session& main, const RunOptions& options)
      : ctx_(ctx),
        options_(options),
        main_(main),
        tasks_(main),
        locks_(main),
        cache_(redis_of(options), ctx.log),
        pool_(ctx, options, cache_) {}

  base::Report run() {
    while (may_go_on()) {
      settle_finished();
      const bool claimed = may_claim() && claim();
      if (!claimed && may_go_on()) wait();
    }
    return report();
  }

 private:
  bool may_claim() const {
    if (ctx_.stop.is_requested() || disk_full_ || unreachable_) return false;
    if (options_.max_pass.count() > 0 && Clock::now() - began_ >= options_.max_pass) return false;
    return free_places() > 0;
  }

  std::int64_t free_places() const {
    std::int64_t free = pool_.free_workers();
    if (options_.task_id) return claimed_ == 0 && !asked_ ? 1 : 0;
    if (options_.limit > 0) free = std::min(free, options_.limit - claimed_);
    return free;
  }

  // Something runs, or may still be found.
  bool may_go_on() {
    if (!pool_.is_idle() || pool_has_news_) return true;
    if (!may_claim()) return false;
    return !looked_in_vain_ || Clock::now() - began_ < options_.look_for;
  }

  // Claims what fits and hands it to the workers; false when nothing was found.
  bool claim() {
    try {
      if (lost_) restore_main();
      if (!options_.task_id && !tasks_.has_pending(names_of(options_.reports))) return nothing_found();
      return claim_batch();
    } catch (const Error& error) {
      if (!store::is_connection_lost(error)) throw;
      ctx_.log.warn("run.main_lost", {{"error", error.what()}});
      lost_ = true;
      if (++failures_ > 3) unreachable_.emplace(error);
      return false;
    }
  }

  bool nothing_found() {
    looked_in_vain_ = true;
    return false;
  }

  bool claim_batch() {
    if (pending_token_.empty()) pending_token_ = base::new_token();
    const std::string token = pending_token_;
    locks_.take(token);
    ctx_.step("locked");
    std::vector<task::Task> batch = options_.task_id
                                        ? claim_named(token)
                                        : tasks_.claim_pending({0, token}, host_and_pid(), names_of(options_.reports),
                                                               free_places(), options_.max_running);
    pending_token_.clear();
    ctx_.step("claimed");
    if (batch.empty()) {
      locks_.release(token);
      return nothing_found();
    }
    start(token, std::move(batch));
    return true;
  }

  std::vector<task::Task> claim_named(const std::string& token) {
    asked_ = true;
    auto task = tasks_.claim_one({*options_.task_id, token}, host_and_pid(), options_.max_running);
    if (!task) return {};
    return {std::move(*task)};
  }

  void start(const std::string& token, std::vector<task::Task> batch) {
    looked_in_vain_ = false;
    failures_ = 0;
    claimed_ += static_cast<std::int64_t>(batch.size());
    running_[token] = batch.size();
    for (task::Task& task : batch) pool_.add(std::move(task));
  }

  // A new main connection: the locks of what runs come first, then what an unacknowledged claim may
  // have claimed.
  void restore_main() {
    main_.reconnect();
    locks_.take_all_again();
    lost_ = false;
    if (pending_token_.empty()) return;
    std::vector<task::Task> batch = tasks_.list_claimed(pending_token_);
    const std::string token = std::exchange(pending_token_, {});
    if (batch.empty())
      locks_.release(token);
    else
      start(token, std::move(batch));
  }

  void settle_finished() {
    pool_has_news_ = false;
    for (const FinishedTask& done : pool_.take_finished()) {
      ++results_[static_cast<std::size_t>(done.end.result)];
      disk_full_ = disk_full_ || done.end.disk_full;
      const auto token = running_.find(done.task.run_token);
      if (token == running_.end() || --token->second > 0) continue;
      running_.erase(token);
      release(done.task.run_token);
    }
  }

  void release(const std::string& token) {
    try {
      locks_.release(token);
    } catch (const Error&) {
      lost_ = true;  // the lock went with the connection
    }
  }

  void wait() {
    pollfd waiting[2] = {{pool_.descriptor(), POLLIN, 0}, {ctx_.stop.descriptor(), POLLIN, 0}};
    // After a stop only the workers' ends are waited for.
    const nfds_t count = ctx_.stop.is_requested() ? 1 : 2;
    poll(waiting, count, static_cast<int>(kLookAgain.count()));
    pool_has_news_ = (waiting[0].revents & POLLIN) != 0;
    keep_alive();
  }

  void keep_alive() {
    if (Clock::now() - pinged_at_ < kPing || lost_) return;
    pinged_at_ = Clock::now();
    try {
      main_.ping();
    } catch (const Error& error) {
      ctx_.log.warn("run.main_lost", {{"error", error.what()}});
      lost_ = true;
    }
    if (!lost_) return;
    try {
      restore_main();
    } catch (const Error&) {
      // Tried again at the next claim, or when the next ping is due.
    }
  }

  std::int64_t count_of(TaskResult result) const { return results_[static_cast<std::size_t>(result)]; }

  base::Report report() {
    if (options_.task_id && claimed_ == 0 && !unreachable_) return not_claimed();
    base::Report report;
    report.counts = {{"claimed", claimed_},
                     {"finished", count_of(TaskResult::kSuccess)},
                     {"retried", count_of(TaskResult::kRetry)},
                     {"failed", count_of(TaskResult::kDead)},
                     {"interrupted", count_of(TaskResult::kInterrupted)},
                     {"fenced", count_of(TaskResult::kFenced)},
                     {"unwritten", count_of(TaskResult::kUnwritten)}};
    if (unreachable_) throw *unreachable_;
    if (ctx_.stop.is_requested())
      report.outcome = base::stopped_outcome(ctx_.stop);
    else if (disk_full_)
      report.outcome = base::Outcome::kWriteFailed;
    else if (count_of(TaskResult::kDead) > 0)
      report.outcome = base::Outcome::kDead;
    return report;
  }

  base::Report not_claimed() {
    const auto row = tasks_.find(*options_.task_id);
    if (!row) throw Error(base::Kind::kNotFound, "no task " + std::to_string(*options_.task_id));
    ctx_.log.warn("task.not_claimed", {{"task_id", row->id},
                                       {"status", task::name_of(row->state)},
                                       {"affected", 0},
                                       {"message", task::is_terminal(row->state) ? "a terminal state is never left"
                                                                                 : "it runs already, or the limit of running tasks is reached"}});
    return {base::Outcome::kSkipped, {{"claimed", 0}}, std::nullopt};
  }

  const base::Context& ctx_;
  const RunOptions& options_;
  store::Session& main_;
  store::ReportTaskStore tasks_;
  store::ClaimLocks locks_;
  cache::ProgressCache cache_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point pinged_at_ = Clock::now();
  std::map<std::string, std::size_t> running_;  // tasks of each token that have not ended
  std::string pending_token_;                   // of a claim whose outcome is not known yet
  std::array<std::int64_t, 6> results_{};
  std::int64_t claimed_ = 0;
  int failures_ = 0;
  bool asked_ = false;
  bool looked_in_vain_ = false;
  bool pool_has_news_ = false;
  bool disk_full_ = false;
  bool lost_ = false;
  std::optional<Error> unreachable_;
  WorkerPool pool_;  // last: its threads end before anything they use
};

base::Report dry_run(const base::Context& ctx, store::Session& main, const RunOptions& options) {
  store::ReportTaskStore tasks(main);
  std::int64_t pending = 0;
  for (const task::Task& task : tasks.list_recent({task::State::PENDING, std::nullopt, 1000})) {
    if (options.task_id && task.id != *options.task_id) continue;
    ctx.log.info("run.would_claim", {{"task_id", task.id}, {"report", task.report}, {"priority", task.priority}});
    ++pending;
  }
  return {base::Outcome::kDone, {{"pending", pending}}, std::nullopt};
}

}  // namespace

base::Report run_pass(const base::Context& ctx, store::Session& main, const RunOptions& options) {
  if (ctx.dry_run) return dry_run(ctx, main, options);
  // Before anything is claimed: a folder that takes no file is a matter of this host, not of a task.
  sheet::probe_folder(options.export_dir);
  return Pass(ctx, main, options).run();
}

}  // namespace exporting
