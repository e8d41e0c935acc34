// How an attempt's end is written to its row.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/context.hpp"
#include "exporting/export_options.hpp"
#include "exporting/run_task.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

struct SettledEnd {
  TaskEnd task_end;
  std::string result;  // for task.end: the state that was written, or "fenced", "unwritten"
  std::string message;
};

// Hands `task` back, due now, at no cost; the fifth time without getting further it is dead. Nothing:
// the claim is lost.
std::optional<SettledEnd> hand_back(store::ReportTaskStore& tasks, const task::Task& task);

// For an attempt whose own connection failed: RETRY_WAIT after the backoff, or FAILED when the retries are used up.
// Nothing: the claim is lost.
std::optional<SettledEnd> try_later(store::ReportTaskStore& tasks, const RunOptions& options, const task::Task& task,
                                    const std::string& why);

// The end that the row tells when a write of ours changed nothing: the claim was lost, or another thread of ours, or an
// earlier try whose answer was lost, wrote it. A file that a row names stays.
SettledEnd end_by_row(store::ReportTaskStore& tasks, const task::Task& task);

// A write that may end an attempt, and what it then has led to.
struct WayOut {
  std::function<bool(store::ReportTaskStore&)> write;
  task::State state;
  SettledEnd end;
};

class Settlement {
 public:
  Settlement(const base::Context& ctx, const RunOptions& options, const task::Task& task, store::Session& control);

  // The file is in place: names it in the row. Keeps the file when the outcome cannot be learned.
  SettledEnd finished(const store::FinishedFile& file) const;

  // The claim is lost: changes nothing and removes this claim's own names.
  SettledEnd fenced() const;

  // A cancel was asked for and seen: FAILED 'cancelled', without an alert.
  SettledEnd cancelled() const;

  // Hands the work back.
  SettledEnd interrupted() const;

  // By its class: RETRY_WAIT after the backoff, or FAILED with the one alert. When the database is
  // away, tries on for a while, then leaves the row to cleanup.
  SettledEnd failed(const base::Error& error) const;

 private:
  SettledEnd written(const std::vector<WayOut>& ways) const;
  std::optional<SettledEnd> way_of_row(const std::vector<WayOut>& ways, store::ReportTaskStore& tasks) const;
  bool is_last(const base::Error& error) const;

  const base::Context& ctx_;
  const RunOptions& options_;
  const task::Task& task_;
  store::Session& control_;
  store::ClaimKey claim_;
};

}  // namespace exporting
