// export-run: claim what waits and run it, until nothing is left.
#pragma once

#include "base/context.hpp"
#include "exporting/export_options.hpp"

namespace exporting {

// One pass over `options.queue`. Connects, reads the report definitions, probes the export folder; only
// then is anything claimed. Throws what keeps a pass from beginning.
base::Report run_pass(const base::Context& ctx, const RunOptions& options);

}  // namespace exporting
