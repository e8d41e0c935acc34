// export-run: claim what waits and run it, until nothing is left.
#pragma once

#include "base/context.hpp"
#include "exporting/export_options.hpp"
#include "store/session.hpp"

namespace exporting {

// One pass. `main` is the process's main connection: it claims, and holds the claim locks.
base::Report run_pass(const base::Context& ctx, store::Session& main, const RunOptions& options);

}  // namespace exporting
