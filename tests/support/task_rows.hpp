// Rows of t_report_task as tests make and compare them.
#pragma once

#include <string>
#include <vector>

#include "base/token.hpp"
#include "store/report_task_store.hpp"
#include "support/task_database.hpp"
#include "task/task.hpp"

namespace support {

// A quote, double quotes, a backslash, a character beyond the BMP, an emoji, a tab, a newline, SQL's signs.
inline const std::string kHardText = "it's \"x\" \\ 𠮷 😀\t:name -- ; /* % _\nend";

inline task::Request request_of(std::int64_t user_id = 7) {
  task::Request request;
  request.user_id = user_id;
  request.report = "tasks";
  request.trace_id = base::new_token();
  return request;
}

inline const std::vector<std::string> kReports{"tasks"};

// Inserts PENDING tasks of one user; the id of the last.
inline std::int64_t submit_tasks(store::Session& session, int count = 1, const task::Request& request = request_of()) {
  std::int64_t id = 0;
  for (int i = 0; i < count; ++i) id = store::ReportTaskStore(session).submit(request, {.queue = 1'000'000}).id;
  return id;
}

// A row in `state`, written behind the store's back, that `token` has or had claimed. PENDING rows
// were never claimed.
inline std::int64_t insert_in_state(TaskDatabase& database, task::State state, const std::string& token,
                                    int progress = 40) {
  using task::State;
  const bool waits = state == State::RETRY_WAIT;
  const bool done = state == State::SUCCESS;
  if (state == State::PENDING) progress = 0;
  database.execute(
      "INSERT INTO t_report_task (user_id, report, status, progress, run_token, worker, heartbeat_at, started_at, "
      "next_retry_at, file_path, created_at, updated_at) VALUES (7, 'tasks', '" +
      std::string(task::name_of(state)) + "', " + std::to_string(done ? 100 : progress) + ", " +
      (state == State::PENDING ? "NULL, NULL, NULL, NULL"
                               : "'" + token + "', 'w', " + database.now(-60) + ", " + database.now(-60)) +
      ", " + (waits ? database.now(-1) : "NULL") + ", " + (done ? "'1-x.xlsx'" : "NULL") + ", " + database.now(-120) +
      ", " + database.now(-120) + ")");
  return std::stoll(database.value("SELECT MAX(id) FROM t_report_task"));
}

// Every column of every row.
inline std::vector<SqlRow> all_tasks(TaskDatabase& database) {
  return database.query("SELECT * FROM t_report_task ORDER BY id");
}

// In how many rows do two such dumps differ?
inline std::size_t changed_rows(const std::vector<SqlRow>& before, const std::vector<SqlRow>& after) {
  if (before.size() != after.size()) return before.size() + after.size();
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != after[i] ? 1 : 0;
  return changed;
}

inline store::FinishedFile finished_file(std::int64_t rows = 3) {
  return {"1-abc.xlsx", 4096, std::string(64, 'a'), R"({"rows":3})", rows};
}

}  // namespace support
