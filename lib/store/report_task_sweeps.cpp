#include "store/report_task_sweeps.hpp"

#include "embedded_sql.hpp"
#include "store/alert_store.hpp"
#include "store/query.hpp"
#include "store/report_task_row.hpp"

namespace store {

namespace {

namespace statements = sql::report_task;

Query& bind_silent(Query& query, const task::Task& task, base::milliseconds age) {
  return query.bind("id", task.id).bind("token", task.run_token).bind("age", age);
}

std::int64_t crashes_after(const task::Task& task) { return std::int64_t{task.crash_count} + 1; }

}  // namespace

std::vector<task::Task> ReportTaskSweeps::list(const sql::Statement& statement, base::milliseconds age,
                                               std::int64_t after, std::int64_t count) {
  Query query(*session_, statement);
  query.bind("age", age).bind("after", after).bind("count", count);
  std::vector<task::Task> tasks;
  for (const Row& row : query.rows(kTaskColumns)) tasks.push_back(task_of(row));
  return tasks;
}

std::vector<task::Task> ReportTaskSweeps::list_orphans(base::milliseconds age, std::int64_t after, std::int64_t count) {
  return list(statements::list_orphans, age, after, count);
}

bool ReportTaskSweeps::set_orphan_due(const task::Task& task, base::milliseconds age) {
  return session_->retried(
      [&] { return Query(*session_, statements::set_orphan_due).bind("id", task.id).bind("age", age).run() == 1; });
}

std::vector<task::Task> ReportTaskSweeps::list_silent(base::milliseconds age, std::int64_t after, std::int64_t count) {
  return list(statements::list_silent, age, after, count);
}

bool ReportTaskSweeps::set_crashed(const task::Task& task, base::milliseconds age, const std::string& error) {
  return session_->retried([&] {
    Query query(*session_, statements::set_crashed);
    bind_silent(query, task, age).bind("crashes", crashes_after(task)).bind("error_msg", error);
    return query.run() == 1;
  });
}

bool ReportTaskSweeps::set_dead(const sql::Statement& statement, const task::Task& task, base::milliseconds age,
                                bool with_crash, const std::string& error) {
  bool changed = false;
  session_->transaction([&] {
    Query query(*session_, statement);
    bind_silent(query, task, age).bind("error_msg", error);
    if (with_crash) query.bind("crashes", crashes_after(task));
    changed = query.run() == 1;
    if (changed) AlertStore(*session_).add_dead_export(task, error);
  });
  return changed;
}

bool ReportTaskSweeps::set_poison(const task::Task& task, base::milliseconds age, const std::string& error) {
  return set_dead(statements::set_poison, task, age, true, error);
}

bool ReportTaskSweeps::set_timeout(const task::Task& task, base::milliseconds age, const std::string& error) {
  return set_dead(statements::set_timeout, task, age, false, error);
}

bool ReportTaskSweeps::set_cancelled_silent(const task::Task& task, base::milliseconds age) {
  return session_->retried([&] {
    Query query(*session_, statements::set_cancelled_silent);
    return bind_silent(query, task, age).run() == 1;
  });
}

std::vector<task::Task> ReportTaskSweeps::list_expired(base::milliseconds age, std::int64_t after, std::int64_t count) {
  return list(statements::list_expired, age, after, count);
}

bool ReportTaskSweeps::set_expired(const task::Task& task, base::milliseconds age) {
  return Query(*session_, statements::set_expired)
             .bind("id", task.id)
             .bind("file_path", task.file_path)
             .bind("age", age)
             .run() == 1;
}

std::vector<NamingTask> ReportTaskSweeps::list_naming(std::int64_t after, std::int64_t last, std::int64_t count) {
  Query query(*session_, statements::list_naming);
  query.bind("after", after).bind("last", last).bind("count", count);
  std::vector<NamingTask> tasks;
  for (const Row& row : query.rows(4)) tasks.push_back({row.integer(0), row.text(1), row.text(2), row.maybe_text(3)});
  return tasks;
}

std::int64_t ReportTaskSweeps::count_old(task::State state, base::milliseconds age) {
  return Query(*session_, statements::count_old)
      .bind("status", std::string(task::name_of(state)))
      .bind("age", age)
      .row(1)
      ->integer(0);
}

std::int64_t ReportTaskSweeps::delete_old(task::State state, base::milliseconds age, std::int64_t count) {
  return session_->retried([&] {
    return Query(*session_, statements::delete_old)
        .bind("status", std::string(task::name_of(state)))
        .bind("age", age)
        .bind("count", count)
        .run();
  });
}

}  // namespace store
