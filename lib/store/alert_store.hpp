// The rows of t_alert, the outbox of alerts.
#pragma once

#include <string>

#include "store/session.hpp"
#include "task/task.hpp"

namespace store {

class AlertStore {
 public:
  explicit AlertStore(Session& session) : session_(&session) {}

  // The alert of a dead export task. Only inside the transaction that makes it dead.
  void add_dead_export(const task::Task& task, const std::string& error);

  // Delivered alerts older than `age`: how many there are, and at most `count` of them removed.
  std::int64_t count_old(base::milliseconds age);
  std::int64_t delete_old(base::milliseconds age, std::int64_t count);

 private:
  Session* session_;
};

}  // namespace store
