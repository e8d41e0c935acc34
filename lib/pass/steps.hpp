// Named steps of a pass at which a test lets it die.
#pragma once

#include <functional>
#include <string_view>

namespace pass {

// Reads ONESHOT_TEST_STEP, "NAME:ACTION" or "NAME#N:ACTION" (the N-th time that step is reached);
// ACTION is kill (SIGKILL), term (SIGTERM) or stop (SIGSTOP), sent to this process itself.
// Empty when the variable is unset, as in production.
std::function<void(std::string_view)> steps_from_environment();

}  // namespace pass
