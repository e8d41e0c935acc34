// export-download: the finished file's path, or a copy of it.
#pragma once

#include <string>

#include "base/context.hpp"
#include "store/session.hpp"

namespace exporting {

struct DownloadOptions {
  std::int64_t id = 0;
  std::string export_dir;
  std::string output;  // empty: print the path; "-": stdout; a folder: "{report}-{id}.{ext}" in it; else a file
};

// kNotFound for an unknown task, kGone for one whose file will not come (expired, FAILED, TIMEOUT) or is
// missing, kNotReady for one that is not done. A copy appears whole under its name or not at all.
base::Report download(const base::Context& ctx, store::Session& session, const DownloadOptions& options);

}  // namespace exporting
