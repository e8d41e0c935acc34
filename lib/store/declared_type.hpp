// SQLite's columns have a declared type that binds no value; texts in a date column are dates when
// they look so. For this folder only.
#pragma once

#include <string_view>

#include "task/cell.hpp"

namespace store {

struct DeclaredType {
  task::ValueKind kind = task::ValueKind::kText;
  int scale = 0;
};

// "DATETIME", "TIMESTAMP", "DATE", "DECIMAL(5,2)"; anything else is kText.
DeclaredType declared_type(std::string_view declared);

// The kind of one text in a column declared as `column`: kDate or kDateTime where it is spelled so.
task::ValueKind kind_of_text(task::ValueKind column, std::string_view text);

}  // namespace store
