// export-submit: a request becomes a row.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/context.hpp"
#include "config/reports_toml.hpp"
#include "store/report_task_store.hpp"
#include "store/session.hpp"
#include "task/task.hpp"

namespace exporting {

struct SubmitOptions {
  task::Request request;
  std::vector<std::string> params;  // "name=value"
  store::QueueLimits limits;
};

// The request with its parameters checked against the report's definition, as JSON in the row.
// Throws Error{kInput} for an unknown report, an unknown, missing or ill-typed parameter.
task::Request checked_request(const config::Reports& reports, const SubmitOptions& options);

// Takes report, parameters, format, user and priority over from a dead task, and names it. Throws
// Error{kNotFound} for an unknown id, Error{kInput} for a task that is not FAILED or TIMEOUT or whose
// file is still there.
task::Request again(store::Session& session, std::int64_t id);

// Inserts and commits; the id is printed only then. A full queue is kRefused.
base::Report submit(const base::Context& ctx, store::Session& session, const task::Request& request,
                    const store::QueueLimits& limits, std::int64_t& id);

}  // namespace exporting
