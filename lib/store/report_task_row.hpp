// A row of sql/report_task/columns.inc as a task::Task. For this folder only.
#pragma once

#include "store/query.hpp"
#include "task/task.hpp"

namespace store {

inline constexpr std::size_t kTaskColumns = 33;

task::Task task_of(const Row& row);

}  // namespace store
