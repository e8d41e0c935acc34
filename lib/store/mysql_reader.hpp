// Reading on MySQL and MariaDB with the client library's own streaming calls, on SOCI's connection.
// For this folder only.
#pragma once

#include "store/reader.hpp"

namespace store {

std::unique_ptr<Reader> open_mysql_reader(const config::DatabaseUrl& url, const SessionOptions& options);

}  // namespace store
