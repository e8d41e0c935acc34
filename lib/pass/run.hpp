// The frame every program runs in, and its only try and catch.
#pragma once

#include <functional>

#include "pass/app.hpp"

namespace pass {

// Parses, opens the log, says pass.begin, runs `body` with SIGTERM and SIGINT turned into the
// context's stop token, flushes stdout, says pass.end, and returns the exit code. Whatever `body`
// throws becomes one line on stderr and its kind's exit code.
int run(App& app, int argc, char** argv, const std::function<base::Report(base::Context&)>& body);

}  // namespace pass
