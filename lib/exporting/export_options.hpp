// What an export run is told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.hpp"
#include "config/database_url.hpp"
#include "store/report_task_store.hpp"
#include "store/session.hpp"
#include "task/backoff.hpp"
#include "task/file_rules.hpp"

namespace exporting {

struct RunOptions {
  std::string export_dir;
  bool makes_export_dir = false;  // the default folder is made; a named one may be a volume that is not mounted
  std::string reports_file;
  config::DatabaseUrl db;
  config::DatabaseUrl data_db;  // where report queries run
  std::string redis_url;        // empty: not used
  store::SessionOptions session;

  store::Queue queue = store::Queue::kPending;
  int workers = 8;
  std::int64_t limit = 0;               // tasks a pass, 0: no limit
  std::optional<std::int64_t> task_id;  // this one task and no other
  std::int64_t max_running = 16;        // RUNNING rows in the whole database
  base::milliseconds look_for{0};       // keep looking for new tasks so long
  base::milliseconds look_pause{500};   // from one look that found nothing to the next
  base::milliseconds task_timeout{0};   // of one attempt, 0: no limit
  base::milliseconds max_pass{0};       // claim nothing after it, 0: no limit
  bool brakes = false;                  // stop claiming when one class of errors fails ten times in a row
  base::milliseconds keep = std::chrono::hours{24 * 7};
  task::Backoff backoff;
  task::FileRules file_rules;  // where a report's definition says nothing
};

}  // namespace exporting
