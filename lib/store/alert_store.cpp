#include "store/alert_store.hpp"

#include "base/json.hpp"
#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

void AlertStore::add_dead_export(const task::Task& task, const std::string& error) {
  base::Json body = base::Json::object();
  body.add("taskId", task.id).add("userId", task.user_id).add("report", task.report).add("errorMsg", error);
  Query(*session_, sql::alert::insert_alert)
      .bind("dedupe_key", "export_dead:" + task.report + ":" + std::to_string(task.id))
      .bind("rule", std::string("export_dead"))
      .bind("subject", "report export failed: " + task.report + ", task " + std::to_string(task.id))
      .bind("body", body.text())
      .bind("trace_id", task.trace_id)
      .run();
}

std::int64_t AlertStore::count_old(base::milliseconds age) {
  return Query(*session_, sql::alert::count_old).bind("age", age).row(1)->integer(0);
}

std::int64_t AlertStore::delete_old(base::milliseconds age, std::int64_t count) {
  return session_->retried(
      [&] { return Query(*session_, sql::alert::delete_old).bind("age", age).bind("count", count).run(); });
}

}  // namespace store
