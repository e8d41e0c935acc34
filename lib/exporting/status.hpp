// export-status: what a task's row says, and what Redis knows sooner.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "cache/progress_cache.hpp"
#include "store/report_task_store.hpp"
#include "store/session.hpp"
#include "task/task.hpp"

namespace exporting {

// The row, with the progress that Redis has where it belongs to the claim that runs. The state is
// always the database's.
std::optional<task::Task> current_task(store::ReportTaskStore& tasks, cache::ProgressCache& cache, std::int64_t id);

base::Json json_of(const task::Task& task);

// One task, or Error{kNotFound} as an outcome.
base::Report show_task(const base::Context& ctx, store::Session& session, cache::ProgressCache& cache, std::int64_t id);

base::Report list_tasks(const base::Context& ctx, store::Session& session, const store::ListFilter& filter);

}  // namespace exporting
