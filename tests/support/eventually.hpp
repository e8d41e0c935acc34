// Waiting for a condition with a deadline: the only way in which a test waits.
#pragma once

#include <poll.h>

#include <chrono>

namespace support {

using std::chrono::milliseconds;

// Asks `condition` every few milliseconds; true once it holds, false when it did not within `within`.
template <class Condition>
bool eventually(Condition condition, milliseconds within = std::chrono::seconds{20}) {
  const auto deadline = std::chrono::steady_clock::now() + within;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    ::poll(nullptr, 0, 3);
  }
  return true;
}

}  // namespace support
