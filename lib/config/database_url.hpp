// Database URLs: sqlite:PATH, mysql://user@host:port/db?socket=…&ssl_ca=…
#pragma once

#include <string>
#include <string_view>

namespace config {

enum class Backend { kSqlite, kMysql };

struct DatabaseUrl {
  Backend backend = Backend::kSqlite;
  std::string path;  // SQLite: absolute, or relative to the working folder
  std::string user, password, host, database, socket;
  unsigned port = 3306;
  std::string ssl_ca, ssl_cert, ssl_key;  // ssl_ca turns TLS on, with the server's name verified

  // The target without its secrets, for messages and events.
  std::string shown() const;
};

// Throws Error{kConfig} for anything that is not one of the two forms, or has an unknown query
// parameter. User, password and path are percent-decoded.
DatabaseUrl parse_database_url(std::string_view url);

// `text` with the password of every URL in it replaced by ***: for messages that repeat what was typed.
std::string hide_passwords(std::string text);

// Does a URL of any scheme carry a password?
bool has_password(std::string_view url);

}  // namespace config
