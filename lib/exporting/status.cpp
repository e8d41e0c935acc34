#include "exporting/status.hpp"

#include <algorithm>
#include <cstdio>

namespace exporting {

namespace {

std::string instant(const std::optional<base::Instant>& at) { return at ? base::format_instant(*at) : "-"; }

base::Json json_instant(const std::optional<base::Instant>& at) {
  return at ? base::Json(base::format_instant(*at)) : base::Json(nullptr);
}

std::string row_of(const task::Task& task) {
  char text[128];
  std::snprintf(text, sizeof text, "%8lld  %-10s %3d%%  %2d  ", static_cast<long long>(task.id),
                std::string(task::name_of(task.state)).c_str(), task.progress, task.retry_count);
  const std::string created = task.created_at ? base::format_database_time(*task.created_at).substr(0, 19) : "-";
  std::string line = text + created + "  " + base::printable(task.report);
  if (task.error_msg) line += "  " + base::printable(*task.error_msg);
  return line;
}

void print_details(base::Output& out, const task::Task& task) {
  const auto field = [&](const char* name, const std::string& value) {
    char label[16];
    std::snprintf(label, sizeof label, "%-12s", name);
    out.line(label + base::printable(value));
  };
  field("id", std::to_string(task.id));
  field("status", std::string(task::name_of(task.state)));
  std::string progress = std::to_string(task.progress) + "%";
  if (task.total_rows)
    progress +=
        ", " + std::to_string(task.written_rows.value_or(0)) + " of " + std::to_string(*task.total_rows) + " rows";
  field("progress", progress);
  field("retries", std::to_string(task.retry_count));
  field("report", task.report + " " + task.params);
  field("user", std::to_string(task.user_id));
  field("trace", task.trace_id);
  field("created", instant(task.created_at));
  if (task.not_before) field("not before", instant(task.not_before));
  if (task.next_retry_at) field("next retry", instant(task.next_retry_at));
  if (task.started_at) field("started", instant(task.started_at));
  if (task.finished_at) field("finished", instant(task.finished_at));
  if (task.error_msg) field("error", *task.error_msg);
  if (task.cancel_requested && !task::is_terminal(task.state)) field("cancel", "asked for");
  if (task.file_path) field("file", *task.file_path + ", " + std::to_string(task.file_size.value_or(0)) + " bytes");
  if (task.expire_at) field("expires", instant(task.expire_at));
  if (task.expired_at) field("expired", instant(task.expired_at));
  if (task.again_of) field("again of", std::to_string(*task.again_of));
}

}  // namespace

std::optional<task::Task> current_task(store::ReportTaskStore& tasks, cache::ProgressCache& cache, std::int64_t id) {
  // Redis first, so that the row that is read after it is never older.
  const auto live = cache.get(id);
  std::optional<task::Task> task = tasks.find(id);
  if (task && live && task->state == task::State::RUNNING && live->token == task->run_token) {
    task->progress = std::max(task->progress, live->percent);
    task->written_rows = std::max(task->written_rows.value_or(0), static_cast<std::int64_t>(live->current));
    if (!task->total_rows) task->total_rows = static_cast<std::int64_t>(live->total);
  }
  return task;
}

base::Json json_of(const task::Task& task) {
  base::Json data = base::Json::object();
  data.add("id", task.id)
      .add("status", task::name_of(task.state))
      .add("progress", task.progress)
      .add("retryCount", task.retry_count)
      .add("errorMsg", task.error_msg)
      .add("filePath", task.file_path)
      .add("report", task.report)
      .add("params", base::Json::raw(task.params.empty() ? "{}" : task.params))
      .add("format", task::name_of(task.format))
      .add("userId", task.user_id)
      .add("requestId", task.request_id)
      .add("traceId", task.trace_id)
      .add("priority", task.priority)
      .add("totalRows", task.total_rows)
      .add("writtenRows", task.written_rows)
      .add("fileSize", task.file_size)
      .add("fileSha256", task.file_sha256)
      .add("createdAt", json_instant(task.created_at))
      .add("notBefore", json_instant(task.not_before))
      .add("nextRetryAt", json_instant(task.next_retry_at))
      .add("heartbeatAt", json_instant(task.heartbeat_at))
      .add("startedAt", json_instant(task.started_at))
      .add("finishedAt", json_instant(task.finished_at))
      .add("expireAt", json_instant(task.expire_at))
      .add("expiredAt", json_instant(task.expired_at))
      .add("crashCount", task.crash_count)
      .add("interruptCount", task.interrupt_count)
      .add("cancelRequested", task.cancel_requested)
      .add("againOf", task.again_of);
  return data;
}

base::Report show_task(const base::Context& ctx, store::Session& session, cache::ProgressCache& cache,
                       std::int64_t id) {
  store::ReportTaskStore tasks(session);
  const std::optional<task::Task> task = current_task(tasks, cache, id);
  if (!task) {
    const std::string message = "no task " + std::to_string(id);
    if (ctx.json)
      ctx.out.line(base::Json::object()
                       .add("code", base::row_of(base::Outcome::kNotFound).json_code)
                       .add("message", message)
                       .text());
    ctx.log.error("status.not_found", {{"task_id", id}, {"message", message}});
    return {base::Outcome::kNotFound, {}};
  }
  if (ctx.json)
    ctx.out.line(base::Json::object().add("code", 0).add("data", json_of(*task)).text());
  else
    print_details(ctx.out, *task);
  return {};
}

base::Report list_tasks(const base::Context& ctx, store::Session& session, const store::ListFilter& filter) {
  const std::vector<task::Task> tasks = store::ReportTaskStore(session).list_recent(filter);
  if (ctx.json) {
    base::Json list = base::Json::array();
    for (const task::Task& task : tasks) list.push(json_of(task));
    ctx.out.line(base::Json::object().add("code", 0).add("data", list).text());
  } else {
    ctx.out.line("      id  status      done  re  created (UTC)        report");
    for (const task::Task& task : tasks) ctx.out.line(row_of(task));
    if (filter.dead && !tasks.empty()) ctx.out.line("Drive one again, as a new task: export-submit --again ID");
  }
  return {base::Outcome::kDone, {{"listed", tasks.size()}}};
}

}  // namespace exporting
