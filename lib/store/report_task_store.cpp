#include "store/report_task_store.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "embedded_sql.hpp"
#include "store/alert_store.hpp"
#include "store/literal.hpp"
#include "store/query.hpp"
#include "store/report_task_row.hpp"
#include "task/error_class.hpp"

namespace store {

namespace {

namespace statements = sql::report_task;

constexpr std::size_t kLongestError = 500;  // characters; the column holds 512

// As much of `message` as the column takes, cut between two characters. A driver's message may quote
// bytes that are not UTF-8, which a strict server would refuse (1366).
std::string shortened(const std::string& message) {
  const std::string text = base::printable(message);
  std::size_t characters = 0, end = 0;
  while (end < text.size() && characters < kLongestError) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    ++characters;
  }
  return text.substr(0, end);
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + name;
  return out;
}

bool is_duplicate_key(const base::Error& error) {
  return error.origin() == task::origin_of_mysql(1062) || error.origin() == task::origin_of_sqlite(19);
}

Query& bind_request(Query& query, const task::Request& request) {
  return query.bind("user_id", request.user_id)
      .bind("report", request.report)
      .bind("params", request.params)
      .bind("format", std::string(task::name_of(request.format)))
      .bind("trace_id", request.trace_id)
      .bind("priority", std::int64_t{request.priority})
      .bind("not_before", request.not_before)
      .bind("again_of", request.again_of);
}

Query& bind_claim(Query& query, const ClaimKey& claim) { return query.bind("id", claim.id).bind("token", claim.token); }

}  // namespace

std::int64_t ReportTaskStore::count(const sql::Statement& statement) {
  return Query(*session_, statement).row(1)->integer(0);
}

std::optional<std::int64_t> ReportTaskStore::find_request(const task::Request& request) {
  if (!request.request_id) return std::nullopt;
  const auto row = Query(*session_, statements::find_request)
                       .bind("user_id", request.user_id)
                       .bind("request_id", *request.request_id)
                       .row(1);
  return row ? row->maybe_integer(0) : std::nullopt;
}

std::int64_t ReportTaskStore::insert(const task::Request& request, task::State state,
                                     const std::optional<std::string>& error) {
  Query query(*session_, statements::insert_task);
  // A refusal keeps no request_id: the same request may be submitted again later.
  bind_request(query, request)
      .bind("request_id", state == task::State::PENDING ? request.request_id : std::nullopt)
      .bind("status", std::string(task::name_of(state)))
      .bind("error_msg", error)
      .run();
  return last_inserted_id(*session_);
}

Submitted ReportTaskStore::insert_within(const task::Request& request, const QueueLimits& limits) {
  Query(*session_, sql::report_gate::lock_gate).row(1);
  if (const auto earlier = find_request(request)) return {*earlier, true, true};
  bool full = count(statements::count_open) >= limits.queue;
  if (!full && limits.user > 0) {
    const auto of_user = Query(*session_, statements::count_open_of_user).bind("user_id", request.user_id).row(1);
    full = of_user->integer(0) >= limits.user;
  }
  if (full) return {insert(request, task::State::FAILED, "queue full"), false, false};
  return {insert(request, task::State::PENDING, std::nullopt), true, false};
}

Submitted ReportTaskStore::submit(const task::Request& request, const QueueLimits& limits) {
  Submitted submitted;
  try {
    session_->transaction([&] { submitted = insert_within(request, limits); });
  } catch (const base::Error& error) {
    // An application's own INSERT does not take the gate, so it may have come between; and after a
    // lost acknowledgement the row may be there. Both are found by reading back.
    if (is_connection_lost(error)) session_->reconnect();
    if (!is_connection_lost(error) && !is_duplicate_key(error)) throw;
    const auto earlier = find_request(request);
    if (!earlier) throw;
    submitted = {*earlier, true, true};
  }
  return submitted;
}

std::string ReportTaskStore::insert_sql(const task::Request& request, config::Backend backend) {
  const auto text = [&](const std::string& value) { return literal({task::ParamType::kText, false, value}, backend); };
  const std::string now =
      backend == config::Backend::kMysql ? "UTC_TIMESTAMP(6)" : "strftime('%Y-%m-%d %H:%M:%f000', 'now')";
  return "INSERT INTO t_report_task (user_id, report, params, format, status, request_id, trace_id, priority, "
         "not_before, again_of, created_at, updated_at)\nVALUES (" +
         std::to_string(request.user_id) + ", " + text(request.report) + ", " + text(request.params) + ", " +
         text(std::string(task::name_of(request.format))) + ", 'PENDING', " +
         (request.request_id ? text(*request.request_id) : "NULL") + ", " + text(request.trace_id) + ", " +
         std::to_string(request.priority) + ", " +
         (request.not_before ? text(base::format_database_time(*request.not_before)) : "NULL") + ", " +
         (request.again_of ? std::to_string(*request.again_of) : "NULL") + ", " + now + ", " + now + ");";
}

std::vector<std::int64_t> ReportTaskStore::list_waiting(Queue queue, const std::vector<std::string>& reports,
                                                        std::int64_t count) {
  const auto& statement = queue == Queue::kPending ? statements::find_pending : statements::find_due;
  std::vector<std::int64_t> ids;
  for (const Row& row : Query(*session_, statement).bind("reports", joined(reports)).bind("count", count).rows(1))
    ids.push_back(row.integer(0));
  return ids;
}

std::int64_t ReportTaskStore::free_places(std::int64_t max_running) {
  Query(*session_, sql::report_gate::lock_gate).row(1);
  return std::max<std::int64_t>(0, max_running - count(statements::count_running));
}

std::vector<task::Task> ReportTaskStore::list_claimed(const std::string& token) {
  std::vector<task::Task> tasks;
  for (const Row& row : Query(*session_, statements::list_claimed).bind("token", token).rows(kTaskColumns))
    tasks.push_back(task_of(row));
  return tasks;
}

std::vector<task::Task> ReportTaskStore::claim(Queue queue, const std::string& token, const std::string& worker,
                                               const std::vector<std::string>& reports, std::int64_t free,
                                               std::int64_t max_running) {
  const auto& statement = queue == Queue::kPending ? statements::claim_pending : statements::claim_due;
  std::vector<task::Task> claimed;
  session_->transaction([&] {
    const std::int64_t places = std::min(free, free_places(max_running));
    if (places > 0)
      Query(*session_, statement)
          .bind("token", token)
          .bind("worker", worker)
          .bind("reports", joined(reports))
          .bind("free", places)
          .run();
    claimed = list_claimed(token);
  });
  return claimed;
}

std::optional<task::Task> ReportTaskStore::claim_one(const ClaimKey& claim, const std::string& worker,
                                                     std::int64_t max_running) {
  std::vector<task::Task> claimed;
  session_->transaction([&] {
    if (free_places(max_running) > 0) {
      Query query(*session_, statements::claim_one);
      bind_claim(query, claim).bind("worker", worker).run();
    }
    claimed = list_claimed(claim.token);
  });
  // The token may hold other tasks too.
  const auto found =
      std::find_if(claimed.begin(), claimed.end(), [&](const task::Task& task) { return task.id == claim.id; });
  if (found == claimed.end()) return std::nullopt;
  return *found;
}

std::optional<task::Task> ReportTaskStore::find(std::int64_t id) {
  const auto row = Query(*session_, statements::find_task).bind("id", id).row(kTaskColumns);
  if (!row) return std::nullopt;
  return task_of(*row);
}

std::vector<task::Task> ReportTaskStore::list_recent(const ListFilter& filter) {
  Query query(*session_, statements::list_recent);
  query.bind("state", std::string(filter.state ? task::name_of(*filter.state) : ""))
      .bind("user_id", filter.user_id.value_or(0))
      .bind("dead", std::int64_t{filter.dead})
      .bind("count", filter.count);
  std::vector<task::Task> tasks;
  for (const Row& row : query.rows(kTaskColumns)) tasks.push_back(task_of(row));
  return tasks;
}

bool ReportTaskStore::change(const sql::Statement& statement, std::int64_t id) {
  return session_->retried([&] { return Query(*session_, statement).bind("id", id).run() == 1; });
}

bool ReportTaskStore::cancel_waiting(std::int64_t id) { return change(statements::set_cancelled_waiting, id); }

bool ReportTaskStore::request_cancel(std::int64_t id) { return change(statements::request_cancel, id); }

bool ReportTaskStore::is_cancel_requested(const ClaimKey& claim) {
  Query query(*session_, statements::find_cancel);
  const auto row = bind_claim(query, claim).row(1);
  return row && row->integer(0) != 0;
}

bool ReportTaskStore::cancel(const ClaimKey& claim) {
  return session_->retried([&] {
    Query query(*session_, statements::set_cancelled);
    return bind_claim(query, claim).run() == 1;
  });
}

bool ReportTaskStore::write_progress(const ClaimKey& claim, int percent, std::int64_t total, std::int64_t written) {
  return session_->retried([&] {
    Query query(*session_, statements::write_progress);
    bind_claim(query, claim)
        .bind("progress", std::int64_t{std::clamp(percent, 0, 99)})
        .bind("total_rows", total)
        .bind("written_rows", written);
    return query.run() == 1;
  });
}

bool ReportTaskStore::finish(const ClaimKey& claim, const FinishedFile& file, base::milliseconds keep) {
  const bool changed = session_->retried([&] {
    Query query(*session_, statements::set_success);
    bind_claim(query, claim)
        .bind("file_path", file.path)
        .bind("file_size", file.size)
        .bind("file_sha256", file.sha256)
        .bind("manifest", file.manifest)
        .bind("total_rows", file.rows)
        .bind("written_rows", file.rows)
        .bind("keep", keep);
    return query.run() == 1;
  });
  if (changed) return true;
  // Nothing matched: either the claim is lost, or an earlier try got through and its reply did not.
  const auto row = find(claim.id);
  return row && row->state == task::State::SUCCESS && row->run_token == claim.token;
}

bool ReportTaskStore::retry_later(const ClaimKey& claim, base::milliseconds delay, const std::string& error) {
  return session_->retried([&] {
    Query query(*session_, statements::set_retry_wait);
    bind_claim(query, claim).bind("delay", delay).bind("error_msg", shortened(error));
    return query.run() == 1;
  });
}

bool ReportTaskStore::fail(const ClaimKey& claim, const task::Task& task, const std::string& error) {
  bool changed = false;
  session_->transaction([&] {
    Query query(*session_, statements::set_failed);
    bind_claim(query, claim).bind("error_msg", shortened(error));
    changed = query.run() == 1;
    if (changed) AlertStore(*session_).add_dead_export(task, shortened(error));
  });
  return changed;
}

bool ReportTaskStore::hand_back(const ClaimKey& claim, const std::string& reason, int most) {
  return session_->retried([&] {
    Query query(*session_, statements::set_interrupted);
    bind_claim(query, claim).bind("error_msg", shortened(reason)).bind("most", std::int64_t{most});
    return query.run() == 1;
  });
}

}  // namespace store
