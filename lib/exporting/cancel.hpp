// export-cancel: asks a task to stop.
#pragma once

#include "base/context.hpp"
#include "store/session.hpp"

namespace exporting {

// A task that waits is FAILED 'cancelled' at once, and so is a running one whose claimer is gone; a living claimer
// ends it at its next progress write. One that was cancelled before is left as it is. Throws Error{kNotFound},
// and Error{kInput} for a task that has ended otherwise.
base::Report cancel_task(const base::Context& ctx, store::Session& session, std::int64_t id);

}  // namespace exporting
