// A statement of sql/ in both dialects, and a step of a migration.
#pragma once

#include <string_view>

namespace store::sql {

struct Statement {
  const char* name;  // "report_task/claim_pending", for events and errors
  std::string_view mysql;
  std::string_view sqlite;
};

struct Migration {
  int version;
  const char* name;
  std::string_view text;
};

}  // namespace store::sql
