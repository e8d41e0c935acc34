// How a MySQL connection is made. For this folder only.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>

#include "config/database_url.hpp"
#include "store/session.hpp"

namespace store {

// Fixed, so that a server's global mode cannot change what a statement or a report means.
inline constexpr std::string_view kSqlMode = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

// Connects `session`. With ssl_ca the server's certificate and name are verified, or the
// connection is refused before any credential is sent. Throws SOCI's errors and Error{kConfig}.
void dial_mysql(soci::session& session, const config::DatabaseUrl& url, const SessionOptions& options);

// MariaDB limits every statement, in seconds; MySQL limits SELECT alone, in milliseconds. Zero: no limit.
std::string statement_timeout_sql(soci::session& session, base::milliseconds limit);

}  // namespace store
