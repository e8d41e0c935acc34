// The one place where a value becomes part of a statement's text: the reader's text protocol takes
// no parameters.
#pragma once

#include <string>

#include "config/database_url.hpp"
#include "task/cell.hpp"
#include "task/report.hpp"

namespace store {

// A checked parameter as a typed literal: digits for numbers; printable ASCII without quote and
// backslash as it is; other text as _utf8mb4 X'…' on MySQL (a literal's coercibility, so that a
// column's collation decides), CAST(X'…' AS TEXT) on SQLite.
std::string literal(const task::ParamValue& value, config::Backend backend);

// A value that the database itself gave, of a key column, for `key > literal`. Throws
// Error{kInput} for a kind that cannot order rows: NULL, FLOAT, JSON.
std::string key_literal(const task::Cell& cell, config::Backend backend);

}  // namespace store
