// The whole of export-submit.
#pragma once

#include <optional>
#include <string>

#include "base/context.hpp"
#include "config/database_url.hpp"
#include "exporting/submit.hpp"

namespace exporting {

struct SubmitPass {
  SubmitOptions submit;
  std::string not_before;  // RFC 3339; empty: at once
  std::optional<std::int64_t> again;
  bool emit_sql = false;
  bool wait = false;
  config::DatabaseUrl db;
  std::string redis_url;
  std::string reports_file;
};

// Throws Error{kUsage} for options that exclude one another, Error{kInput} for a wrong report or
// parameter.
base::Report submit_pass(const base::Context& ctx, SubmitPass want);

}  // namespace exporting
