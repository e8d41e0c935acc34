// The rows of t_report_task: every question and every change has a name here and a file in
// sql/report_task/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/session.hpp"
#include "store/statement.hpp"
#include "task/task.hpp"

namespace store {

struct QueueLimits {
  std::int64_t queue = 216;  // PENDING + RUNNING + RETRY_WAIT of everybody
  std::int64_t user = 0;     // of one user; 0: no limit of its own
};

struct Submitted {
  std::int64_t id = 0;
  bool accepted = true;    // false: the queue is full, and the row says so
  bool duplicate = false;  // the id is that of an earlier submission with this request_id
};

struct ListFilter {
  std::optional<task::State> state;
  std::optional<std::int64_t> user_id;
  std::int64_t count = 20;
  bool dead = false;  // only FAILED and TIMEOUT
};

// A finished file, as the row will name it.
struct FinishedFile {
  std::string path;  // relative to the export folder
  std::int64_t size = 0;
  std::string sha256;
  std::string manifest;  // JSON
  std::int64_t rows = 0;
};

// What waits to be claimed.
enum class Queue {
  kPending,  // PENDING whose not_before has come, by priority and id
  kDue,      // RETRY_WAIT whose next_retry_at has come, the longest due first
};

// A claim: who may write the row, and the fence in every later statement.
struct ClaimKey {
  std::int64_t id = 0;
  std::string token;
};

class ReportTaskStore {
 public:
  explicit ReportTaskStore(Session& session) : session_(&session) {}

  // Inserts a PENDING row, or where the queue is full a FAILED one, and commits. The bound is exact
  // under concurrency: the gate is held while counting.
  Submitted submit(const task::Request& request, const QueueLimits& limits);

  // The INSERT that an application may run in its own transaction, for this dialect. It bypasses the
  // queue bound.
  static std::string insert_sql(const task::Request& request, config::Backend backend);

  // The ids of up to `count` tasks of one of `reports` that a claim would take first.
  std::vector<std::int64_t> list_waiting(Queue queue, const std::vector<std::string>& reports, std::int64_t count);

  // Claims up to `free` tasks of `queue`, as many as keep RUNNING within `max_running` on all hosts, and
  // returns them. After a lost acknowledgement list_claimed says what the token holds.
  std::vector<task::Task> claim(Queue queue, const std::string& token, const std::string& worker,
                                const std::vector<std::string>& reports, std::int64_t free, std::int64_t max_running);

  // Claims one PENDING or RETRY_WAIT task by its id; nothing when it is in another state.
  std::optional<task::Task> claim_one(const ClaimKey& claim, const std::string& worker, std::int64_t max_running);

  std::vector<task::Task> list_claimed(const std::string& token);

  std::optional<task::Task> find(std::int64_t id);
  std::vector<task::Task> list_recent(const ListFilter& filter);

  // An operator's cancel. A task that waits becomes FAILED 'cancelled' at once; a running one is asked to.
  // False: the task is in another state, and nothing was changed.
  bool cancel_waiting(std::int64_t id);
  bool request_cancel(std::int64_t id);

  // The writes of a claim. False: the claim is lost, and nothing was changed. Once a cancel was asked
  // for, all but finish and cancel are false too.
  bool write_progress(const ClaimKey& claim, int percent, std::int64_t total, std::int64_t written);
  bool is_cancel_requested(const ClaimKey& claim);
  // FAILED 'cancelled', without an alert: it was wanted. False too when no cancel was asked for.
  bool cancel(const ClaimKey& claim);
  bool finish(const ClaimKey& claim, const FinishedFile& file, base::milliseconds keep);
  bool retry_later(const ClaimKey& claim, base::milliseconds delay, const std::string& error);
  // Makes the task dead and writes the one alert of its death, in one transaction.
  bool fail(const ClaimKey& claim, const task::Task& task, const std::string& error);
  // Hands the work back, due now, and counts the interruption. False too when that would be the `most`th.
  bool hand_back(const ClaimKey& claim, const std::string& reason, int most);

 private:
  std::int64_t count(const sql::Statement& statement);
  std::int64_t free_places(std::int64_t max_running);
  std::optional<std::int64_t> find_request(const task::Request& request);
  std::int64_t insert(const task::Request& request, task::State state, const std::optional<std::string>& error);
  Submitted insert_within(const task::Request& request, const QueueLimits& limits);

  bool change(const sql::Statement& statement, std::int64_t id);

  Session* session_;
};

}  // namespace store
