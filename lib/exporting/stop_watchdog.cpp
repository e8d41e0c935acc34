#include "exporting/stop_watchdog.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>

namespace exporting {

namespace {

constexpr base::milliseconds kLeave{4500};

}  // namespace

StopWatchdog::StopWatchdog(const base::Context& ctx) : ctx_(ctx), done_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (done_ < 0) throw base::system_error("cannot make an eventfd", errno);
  thread_ = std::thread([this] { watch(); });
}

StopWatchdog::~StopWatchdog() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(done_, &one, sizeof one);
  thread_.join();
  close(done_);
}

void StopWatchdog::watch() const {
  using Clock = std::chrono::steady_clock;
  pollfd events[2] = {{done_, POLLIN, 0}, {ctx_.stop.descriptor(), POLLIN, 0}};
  while (events[0].revents == 0 && events[1].revents == 0) poll(events, 2, -1);
  const auto leave_at = Clock::now() + kLeave;
  while (events[0].revents == 0 && Clock::now() < leave_at) {
    const auto left = std::chrono::ceil<base::milliseconds>(leave_at - Clock::now());
    poll(events, 1, static_cast<int>(left.count()));
  }
  if (events[0].revents != 0) return;
  const base::OutcomeRow& row = base::row_of(base::stopped_outcome(ctx_.stop));
  ctx_.log.error("run.left", {{"outcome", row.name},
                              {"message", "the database does not answer; what ran is left to cleanup"},
                              {"exit", row.exit_code}});
  std::_Exit(row.exit_code);
}

}  // namespace exporting
