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

}  // namespace store
