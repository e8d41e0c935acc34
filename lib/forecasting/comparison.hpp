// An expression whose dialect was not said: what each makes of it.
#pragma once

#include "forecasting/asked.hpp"

namespace forecasting {

// Says which dialects accept the text and how their readings differ. Exit 65 when none does.
base::Report compare_dialects(base::Context& context, const Asked& asked);

}  // namespace forecasting
