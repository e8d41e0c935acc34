// What the sweeps of one pass share. For this folder only.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "retention/cleanup.hpp"
#include "retention/export_folder.hpp"
#include "store/report_task_sweeps.hpp"

namespace retention {

inline constexpr std::int64_t kBatch = 200;

struct Counts {
  std::int64_t recovered = 0, crashed = 0, poisoned = 0, stalled = 0, cancelled = 0, expired = 0, swept = 0,
               refused = 0, failed = 0, unremoved = 0, deleted = 0, dead = 0;
};

// Ends the pass early: a stop was asked for.
struct Stopped {};

struct Sweep {
  const base::Context& ctx;
  const CleanupOptions& options;
  store::Session& session;
  store::ReportTaskSweeps tasks;
  ExportFolder folder;
  base::milliseconds shift;         // from the database's clock to the wanted one
  std::function<void()> may_go_on;  // throws when it may not
  Counts counts{};

  // What goes wrong with one item does not stop the rest; a database that is away does.
  template <class Body>
  void item(std::int64_t id, Body body) {
    may_go_on();
    try {
      body();
    } catch (const base::Error& error) {
      if (error.kind() == base::Kind::kUnreachable) throw;
      ++counts.failed;
      ctx.log.warn("cleanup.failed", {{"task_id", id}, {"error", error.what()}});
    }
  }

  // `list(after)` gives the next batch in the order of ids.
  template <class List, class Each>
  void each_task(List list, Each each) {
    for (std::int64_t after = 0;;) {
      may_go_on();
      const std::vector<task::Task> batch = list(after);
      for (const task::Task& task : batch) item(task.id, [&] { each(task); });
      if (static_cast<std::int64_t>(batch.size()) < kBatch) return;
      after = batch.back().id;
    }
  }
};

void sweep_silent(Sweep& sweep);  // stalled, crashed, cancelled by a dead claimer
void sweep_orphans(Sweep& sweep);
void sweep_records(Sweep& sweep);  // old rows and delivered alerts
void sweep_expired(Sweep& sweep);
void sweep_unnamed(Sweep& sweep);  // files that no row names

}  // namespace retention
