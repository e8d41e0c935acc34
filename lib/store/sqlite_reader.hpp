// Reading on SQLite with its statement API. For this folder only.
#pragma once

#include "store/reader.hpp"

namespace store {

std::unique_ptr<Reader> open_sqlite_reader(const config::DatabaseUrl& url, const SessionOptions& options);

}  // namespace store
