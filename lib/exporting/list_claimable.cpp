#include "exporting/list_claimable.hpp"

#include "store/report_task_store.hpp"

namespace exporting {

namespace {

constexpr std::int64_t kMostListed = 1000;

}  // namespace

base::Report list_claimable(const base::Context& ctx, store::Session& main, const std::vector<std::string>& reports,
                            const RunOptions& options) {
  store::ReportTaskStore tasks(main);
  std::vector<std::int64_t> ids;
  if (options.task_id)
    ids = {*options.task_id};
  else
    ids = tasks.list_waiting(options.queue, reports, options.limit > 0 ? options.limit : kMostListed);
  std::int64_t waiting = 0;
  for (const std::int64_t id : ids) {
    const auto task = tasks.find(id);
    const bool waits = task && (task->state == task::State::PENDING || task->state == task::State::RETRY_WAIT);
    if (!waits) continue;
    ctx.log.info("run.would_claim", {{"task_id", id}, {"report", task->report}, {"priority", task->priority}});
    ++waiting;
  }
  return {base::Outcome::kDone, {{"waiting", waiting}}};
}

}  // namespace exporting
