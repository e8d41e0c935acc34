#include "exporting/follow.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "exporting/progress_line.hpp"
#include "exporting/status.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

namespace {

constexpr base::milliseconds kLook{500};

int terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 79;
  return size.ws_col - 1;  // the last column stays free, so that no line wraps
}

class Display {
 public:
  explicit Display(const base::Context& ctx) : ctx_(ctx), draws_(isatty(STDERR_FILENO) == 1) {}

  void show(const task::Task& task) {
    line_.look(task, ProgressLine::Clock::now());
    if (draws_)
      std::fprintf(stderr, "\r%s\x1b[K", line_.text(terminal_width()).c_str());
    else if (task.progress != last_progress_ || task.state != last_state_)
      say(task);
    last_progress_ = task.progress;
    last_state_ = task.state;
  }

  void end() const {
    if (draws_) std::fputc('\n', stderr);
  }

 private:
  void say(const task::Task& task) const {
    const auto rate = line_.rows_per_second();
    const auto left = line_.time_left();
    ctx_.log.info("task.progress", {{"task_id", task.id},
                                    {"status", task::name_of(task.state)},
                                    {"progress", task.progress},
                                    {"rows", task.written_rows.value_or(0)},
                                    {"total", task.total_rows.value_or(0)},
                                    {"rows_per_second", static_cast<std::int64_t>(rate.value_or(0))},
                                    {"seconds_left", left ? left->count() : -1}});
  }

  const base::Context& ctx_;
  bool draws_;
  ProgressLine line_;
  int last_progress_ = -1;
  task::State last_state_ = task::State::PENDING;
};

}  // namespace

base::Report follow(const base::Context& ctx, store::Session& session, cache::ProgressCache& cache, std::int64_t id) {
  store::ReportTaskStore tasks(session);
  Display display(ctx);
  for (;;) {
    const std::optional<task::Task> task = current_task(tasks, cache, id);
    if (!task) throw base::Error(base::Kind::kNotFound, "no task " + std::to_string(id));
    display.show(*task);
    if (task::is_terminal(task->state)) {
      display.end();
      return {task->state == task::State::SUCCESS ? base::Outcome::kDone : base::Outcome::kDead, {}};
    }
    if (ctx.stop.wait_for(kLook)) {
      display.end();
      return {base::stopped_outcome(ctx.stop), {}};
    }
  }
}

}  // namespace exporting
