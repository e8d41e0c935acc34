#include "base/boot_clock.hpp"

#include <ctime>
#include <fstream>

#include "base/error.hpp"

namespace base {

BootClock::time_point BootClock::now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  const auto since = std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
  return time_point{std::chrono::duration_cast<duration>(since)};
}

const std::string& boot_id() {
  static const std::string id = [] {
    std::string text;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> text;
    if (text.empty())
      throw Error(Kind::kConfig, "cannot read /proc/sys/kernel/random/boot_id", "Mount /proc in this container.");
    return text;
  }();
  return id;
}

}  // namespace base
