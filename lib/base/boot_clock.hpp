// The clock that leases are measured by: it counts while the machine sleeps, and nobody can set it.
#pragma once

#include <chrono>
#include <string>

namespace base {

// CLOCK_BOOTTIME, in microseconds since this host was started.
struct BootClock {
  using duration = std::chrono::microseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<BootClock>;
  static constexpr bool is_steady = true;
  static time_point now() noexcept;
};

// Another after every start of the host. Throws Error{kConfig} where the kernel does not tell it.
const std::string& boot_id();

}  // namespace base
