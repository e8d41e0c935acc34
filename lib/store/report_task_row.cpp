#include "store/report_task_row.hpp"

#include "base/error.hpp"

namespace store {

task::Task task_of(const Row& row) {
  task::Task t;
  std::size_t c = 0;
  t.id = row.integer(c++);
  t.user_id = row.integer(c++);
  const std::string status = row.text(c++);
  const auto state = task::state_named(status);
  if (!state)
    throw base::Error(base::Kind::kConfig, "task " + std::to_string(t.id) + " has unknown status '" + status + "'",
                      "Only the six documented states may be written.");
  t.state = *state;
  t.progress = static_cast<int>(row.integer(c++));
  t.retry_count = static_cast<int>(row.integer(c++));
  t.crash_count = static_cast<int>(row.integer(c++));
  t.interrupt_count = static_cast<int>(row.integer(c++));
  t.report = row.text(c++);
  t.params = row.text(c++);
  t.format = task::format_named(row.text(c++)).value_or(task::Format::kXlsx);
  t.trace_id = row.text(c++);
  t.run_token = row.text(c++);
  t.worker = row.text(c++);
  t.request_id = row.maybe_text(c++);
  t.error_msg = row.maybe_text(c++);
  t.file_path = row.maybe_text(c++);
  t.file_sha256 = row.maybe_text(c++);
  t.manifest = row.maybe_text(c++);
  t.priority = static_cast<int>(row.integer(c++));
  t.again_of = row.maybe_integer(c++);
  t.total_rows = row.maybe_integer(c++);
  t.written_rows = row.maybe_integer(c++);
  t.file_size = row.maybe_integer(c++);
  t.cancel_requested = row.integer(c++) != 0;
  t.checkpoint = row.maybe_text(c++);
  t.created_at = row.maybe_instant(c++);
  t.not_before = row.maybe_instant(c++);
  t.next_retry_at = row.maybe_instant(c++);
  t.heartbeat_at = row.maybe_instant(c++);
  t.started_at = row.maybe_instant(c++);
  t.finished_at = row.maybe_instant(c++);
  t.expire_at = row.maybe_instant(c++);
  t.expired_at = row.maybe_instant(c++);
  return t;
}

}  // namespace store
