#include <algorithm>
#include <map>

#include "retention/sweep.hpp"

namespace retention {

namespace {

constexpr std::chrono::hours kLeastAge{1};

void refuse(Sweep& sweep, const task::Task& task) {
  ++sweep.counts.refused;
  sweep.ctx.log.error(
      "cleanup.refused",
      {{"task_id", task.id}, {"file_path", *task.file_path}, {"reason", "not a plain file of the export folder"}});
}

void expire(Sweep& sweep, const task::Task& task) {
  if (sweep.ctx.dry_run) {
    sweep.ctx.log.info("cleanup.would_expire", {{"task_id", task.id}, {"file_path", *task.file_path}});
    return;
  }
  try {
    const bool expired = sweep.tasks.expire(task, -sweep.shift, [&] {
      const Removal removal = sweep.folder.remove(*task.file_path);
      sweep.ctx.step("unlinked");
      if (removal == Removal::kRefused) throw base::Error(base::Kind::kInput, "not a plain file of the export folder");
    });
    if (!expired) return;
    ++sweep.counts.expired;
    sweep.ctx.log.info("cleanup.expired", {{"task_id", task.id}, {"file_path", *task.file_path}});
  } catch (const base::Error& error) {
    if (error.kind() == base::Kind::kInput) return refuse(sweep, task);
    if (error.kind() == base::Kind::kWriteFailed || error.kind() == base::Kind::kCannotCreate) ++sweep.counts.unremoved;
    throw;
  }
}

// The rows that name files, between the first and the last id of a batch.
std::map<std::int64_t, store::NamingTask> naming_tasks(Sweep& sweep, std::int64_t first, std::int64_t last) {
  std::map<std::int64_t, store::NamingTask> naming;
  for (std::int64_t after = first - 1;;) {
    const auto page = sweep.tasks.list_naming(after, last, kBatch);
    for (const store::NamingTask& task : page) naming[task.id] = task;
    if (static_cast<std::int64_t>(page.size()) < kBatch) return naming;
    after = page.back().id;
  }
}

bool names(const store::NamingTask& task, const OwnName& file) {
  if (file.token.empty()) return false;
  if (file.token == task.run_token || task.checkpoint.find(file.token) != std::string::npos) return true;
  return task.file_path == file.name;
}

void remove_unnamed(Sweep& sweep, const OwnName& file) {
  if (sweep.ctx.dry_run) {
    sweep.ctx.log.info("cleanup.would_sweep", {{"file", file.name}});
    return;
  }
  if (sweep.folder.remove(file.name) != Removal::kRemoved) return;
  ++sweep.counts.swept;
  sweep.ctx.log.info("cleanup.swept", {{"file", file.name}});
}

}  // namespace

void sweep_expired(Sweep& sweep) {
  sweep.each_task([&](std::int64_t after) { return sweep.tasks.list_expired(-sweep.shift, after, kBatch); },
                  [&](const task::Task& task) { expire(sweep, task); });
}

// The folder is listed before the rows are read: what no row names then, no row will ever name,
// since a claim has its token before it has a file.
void sweep_unnamed(Sweep& sweep) {
  const std::vector<OwnName> files = sweep.folder.list_older_than(kLeastAge - sweep.shift);
  for (std::size_t begin = 0; begin < files.size(); begin += kBatch) {
    sweep.may_go_on();
    const std::size_t end = std::min(files.size(), begin + static_cast<std::size_t>(kBatch));
    const auto naming = naming_tasks(sweep, files[begin].id, files[end - 1].id);
    for (std::size_t i = begin; i < end; ++i) {
      const auto task = naming.find(files[i].id);
      if (task != naming.end() && names(task->second, files[i])) continue;
      sweep.item(files[i].id, [&] { remove_unnamed(sweep, files[i]); });
    }
  }
}

}  // namespace retention
