// Findings as people and as machines read them.
#pragma once

#include <string>

#include "forecasting/checked.hpp"

namespace forecasting {

std::string as_text(const Checked& checked);  // file:line:column: error: reason [code]
std::string as_json(const Checked& checked, int code);
std::string as_sarif(const Checked& checked);   // SARIF 2.1.0
std::string as_github(const Checked& checked);  // workflow commands

}  // namespace forecasting
