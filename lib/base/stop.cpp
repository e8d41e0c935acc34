#include "base/stop.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "base/error.hpp"

namespace base {

namespace {

std::atomic<StopSource*> listener{nullptr};

extern "C" void on_signal(int signal) {
  const int saved = errno;
  if (StopSource* source = listener.load(std::memory_order_acquire)) source->request(signal);
  errno = saved;
}

}  // namespace

StopSource::StopSource() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw system_error("cannot make an eventfd", errno);
}

StopSource::~StopSource() {
  StopSource* self = this;
  listener.compare_exchange_strong(self, nullptr);
  close(event_);
}

void StopSource::request(int signal) noexcept {
  int none = 0;
  signal_.compare_exchange_strong(none, signal, std::memory_order_acq_rel);
  const std::uint64_t one = 1;
  // The counter can only be full when it is readable already.
  [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof one);
}

void StopSource::listen_to_signals() {
  listener.store(this, std::memory_order_release);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

bool StopToken::wait_for(milliseconds duration) const {
  const auto deadline = std::chrono::steady_clock::now() + duration;
  while (!is_requested()) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return is_requested();
    pollfd waiting{source_->descriptor(), POLLIN, 0};
    poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
  }
  return true;
}

}  // namespace base
