// The dry run of a pass that runs tasks.
#pragma once

#include <string>
#include <vector>

#include "base/context.hpp"
#include "exporting/export_options.hpp"

namespace exporting {

// Says what a pass would claim of `reports`, in its order; changes nothing.
base::Report list_claimable(const base::Context& ctx, store::Session& main, const std::vector<std::string>& reports,
                            const RunOptions& options);

}  // namespace exporting
