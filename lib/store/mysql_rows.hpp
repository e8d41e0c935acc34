// Results of the client library as rows, streamed. For this folder only.
#pragma once

#include <mysql.h>

#include <memory>
#include <string>

#include "store/reader.hpp"

namespace store {

// The rows of the query that was sent last, as the text protocol prints them. `streams_whole`: they may be
// many, so that what is left unread is not read on but the connection given up.
std::unique_ptr<Rows> stream_text_rows(MYSQL* handle, bool streams_whole);

// The columns of `sql`, which is not run. Throws Error{kInput} when it has no result.
std::vector<task::ResultColumn> describe_result(MYSQL* handle, const std::string& sql);

// Runs `sql` over the binary protocol when a column of its result is a FLOAT, whose text has six digits
// only; otherwise nothing is run and nothing returned. The rows are spelled as the text protocol spells
// them, but for FLOAT and DOUBLE: the shortest text that reads back as the same double.
std::unique_ptr<Rows> stream_exact_floats(MYSQL* handle, const std::string& sql);

[[noreturn]] void fail_mysql(MYSQL* handle, std::string_view doing);

}  // namespace store
