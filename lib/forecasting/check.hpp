// cron-next --check: the schedules in files and folders.
#pragma once

#include <string>
#include <vector>

#include "base/context.hpp"
#include "forecasting/checked.hpp"

namespace forecasting {

struct CheckRequest {
  std::vector<std::string> paths;  // files, folders, "-" for stdin
  std::string format = "text";     // text, json, sarif, github
  std::string crontab_format;      // user or system; empty: as the file shows
  std::string zone;                // where a file names none; empty: clock changes are not looked at there
  std::string now;
  std::string seed;
  bool strict = false;
};

// Reads them all. A path that does not exist or cannot be read is a finding like any other.
Checked check_files(const CheckRequest& request);

// Checks, prints in the format asked, and ends with 65 when there are errors, with strict also for
// warnings; notes never count.
base::Report check(base::Context& context, const CheckRequest& request);

}  // namespace forecasting
