// redeliver: claims what is due for a retry and runs it by the same code as export-run.
#pragma once

#include "base/context.hpp"
#include "exporting/export_options.hpp"

namespace exporting {

// So many looks for due work, `every` from the start of one to the start of the next: a 30-second
// rhythm under a cron that knows minutes only.
struct Rhythm {
  int passes = 1;
  base::milliseconds every = base::seconds{30};
};

base::Report redeliver(const base::Context& ctx, RunOptions options, const Rhythm& rhythm);

}  // namespace exporting
