// The whole of export-status.
#pragma once

#include <optional>
#include <string>

#include "base/context.hpp"
#include "config/database_url.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

struct StatusPass {
  std::optional<std::int64_t> id;
  bool watch = false;
  std::string state;
  store::ListFilter filter;
  config::DatabaseUrl db;
  std::string redis_url;
};

// With --watch the task's end is the program's: 0 for SUCCESS, 1 for FAILED and TIMEOUT.
base::Report status_pass(const base::Context& ctx, StatusPass want);

}  // namespace exporting
