// When a failed attempt is tried again.
#pragma once

#include <string_view>

#include "base/time.hpp"

namespace task {

// delay = base × 2^(n−1) + jitter, for the n-th retry. Additive jitter is uniform in [0, base):
// three retries from 30 s wait 30, 60 and 120 s, and at worst 5 min in total.
struct Backoff {
  base::milliseconds base = base::seconds{30};
  int retries = 3;   // failures beyond this many are final
  double ratio = 0;  // above 0: jitter is ±ratio of the delay instead

  // `retry` counts from 1; `random` is uniform in [0, 1).
  base::milliseconds delay(int retry, double random) const;
};

// "additive" or "ratio:0.2" (0 to 1) into `backoff`; false for anything else.
bool parse_jitter(std::string_view text, Backoff& backoff);

}  // namespace task
