// What cleanup asks and changes in t_report_task, beside the claimers' own writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/session.hpp"
#include "store/statement.hpp"
#include "task/task.hpp"

namespace store {

// A task that names files in the export folder.
struct NamingTask {
  std::int64_t id = 0;
  std::string run_token;   // empty: none
  std::string checkpoint;  // JSON; holds the token of the files that it names
  std::optional<std::string> file_path;
};

// Lists come in the order of id, after the id `after`, at most `count`. Changes are fenced by what the
// list saw: state, token, and that the age still holds; false says that the task moved on, and
// nothing was changed. Ages are counted by the database's clock; a negative one looks ahead.
class ReportTaskSweeps {
 public:
  explicit ReportTaskSweeps(Session& session) : session_(&session) {}

  std::vector<task::Task> list_orphans(base::milliseconds age, std::int64_t after, std::int64_t count);
  bool set_orphan_due(const task::Task& task, base::milliseconds age);

  // RUNNING without a heartbeat for `age`.
  std::vector<task::Task> list_silent(base::milliseconds age, std::int64_t after, std::int64_t count);
  // RETRY_WAIT due now, one crash more.
  bool set_crashed(const task::Task& task, base::milliseconds age, const std::string& error);
  // FAILED or TIMEOUT, each with its one alert in the same transaction.
  bool set_poison(const task::Task& task, base::milliseconds age, const std::string& error);
  bool set_timeout(const task::Task& task, base::milliseconds age, const std::string& error);
  // FAILED 'cancelled', when a cancel was asked for.
  bool set_cancelled_silent(const task::Task& task, base::milliseconds age);

  std::vector<task::Task> list_expired(base::milliseconds age, std::int64_t after, std::int64_t count);
  // Takes the path out of the row and calls `remove` before it commits: what it throws leaves the row
  // as it was. False: `remove` was not called.
  template <class Remove>
  bool expire(const task::Task& task, base::milliseconds age, Remove remove) {
    bool expired = false;
    session_->transaction([&] {
      expired = set_expired(task, age);
      if (expired) remove();
    });
    return expired;
  }

  // Those that name files, up to the id `last`.
  std::vector<NamingTask> list_naming(std::int64_t after, std::int64_t last, std::int64_t count);

  // Terminal records that nothing has touched for `age` and that name no file.
  std::int64_t count_old(task::State state, base::milliseconds age);
  std::int64_t delete_old(task::State state, base::milliseconds age, std::int64_t count);

 private:
  std::vector<task::Task> list(const sql::Statement& statement, base::milliseconds age, std::int64_t after,
                               std::int64_t count);
  bool set_dead(const sql::Statement& statement, const task::Task& task, base::milliseconds age, bool with_crash,
                const std::string& error);
  bool set_expired(const task::Task& task, base::milliseconds age);

  Session* session_;
};

}  // namespace store
