// Watching one task until it has ended.
#pragma once

#include "base/context.hpp"
#include "cache/progress_cache.hpp"
#include "store/session.hpp"

namespace exporting {

// On a terminal draws one line on stderr, a bar with rate and time left; elsewhere says
// task.progress whenever the figure changes. Ends with the task's own end: kDone for SUCCESS, kDead
// for FAILED and TIMEOUT, or as interrupted by a signal, which leaves the task alone.
base::Report follow(const base::Context& ctx, store::Session& session, cache::ProgressCache& cache, std::int64_t id);

}  // namespace exporting
