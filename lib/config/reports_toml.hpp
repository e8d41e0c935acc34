// reports.toml: report definitions.
#pragma once

#include <map>
#include <string>

#include "task/report.hpp"

namespace config {

using Reports = std::map<std::string, task::Report>;

// Reads and checks every definition of `path`. Throws Error{kConfig} "PATH:LINE:COLUMN: reason" for
// what cannot be read, an unknown key or a value of the wrong type, and Error{kInput} for a
// definition that task::check refuses.
Reports read_reports(const std::string& path);

// The same for the text of a file called `name`.
Reports parse_reports(std::string_view text, const std::string& name);

// The definition, or Error{kInput} that lists the known ones.
const task::Report& report_named(const Reports& reports, const std::string& name);

}  // namespace config
