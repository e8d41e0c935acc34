// Names of zones, for "did you mean".
#pragma once

#include <string>

namespace forecasting {

// The name in the host's zone database that `name` is nearest to; empty when there is none.
std::string closest_zone(const std::string& name);

}  // namespace forecasting
