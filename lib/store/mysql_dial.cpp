#include "store/mysql_dial.hpp"

#include <dlfcn.h>
#include <soci/mysql/soci-mysql.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"

namespace {

// Set while dial_mysql opens a connection with ssl_ca.
thread_local bool verify_server = false;

}  // namespace

// SOCI 4.0 leaves no place between mysql_init and mysql_real_connect, and asks neither for TLS nor
// for the server's name: a server without TLS would be spoken to in plain text. This definition
// comes before the client library's, sets both options, and goes on to it.
extern "C" MYSQL* mysql_real_connect(MYSQL* handle, const char* host, const char* user, const char* password,
                                     const char* database, unsigned port, const char* socket, unsigned long flags) {
  using Connect =
      MYSQL* (*)(MYSQL*, const char*, const char*, const char*, const char*, unsigned, const char*, unsigned long);
  static const auto next = reinterpret_cast<Connect>(dlsym(RTLD_NEXT, "mysql_real_connect"));
  if (verify_server) {
    my_bool yes = 1;
    mysql_options(handle, MYSQL_OPT_SSL_ENFORCE, &yes);
    mysql_options(handle, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &yes);
    flags |= CLIENT_SSL;
  }
  return next(handle, host, user, password, database, port, socket, flags);
}

namespace store {

namespace {

// SOCI's connect string: NAME='VALUE' with a backslash before quotes and backslashes.
void append(std::string& text, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  text += std::string(name) + "='";
  for (const char c : value) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  text += "' ";
}

void require_tls(soci::session& session) {
  std::string name, cipher;
  session << "SHOW SESSION STATUS LIKE 'Ssl_cipher'", soci::into(name), soci::into(cipher);
  if (cipher.empty())
    throw base::Error(base::Kind::kConfig, "the connection is not encrypted although ssl_ca asks for it",
                      "Enable TLS on the server, or remove ssl_ca from the URL.");
}

// Longer than any statement may take, so that the server's own limit speaks first.
std::int64_t socket_timeout(const SessionOptions& options) {
  if (options.socket_timeout.count() > 0) return std::max<std::int64_t>(1, options.socket_timeout.count() / 1000);
  const std::int64_t limit = options.statement_timeout.count() / 1000;
  return limit == 0 ? 24 * 3600 : limit + 10;
}

}  // namespace

void dial_mysql(soci::session& session, const config::DatabaseUrl& url, const SessionOptions& options) {
  std::string text;
  append(text, "dbname", url.database);
  append(text, "user", url.user);
  append(text, "password", url.password);
  append(text, "host", url.host);
  append(text, "unix_socket", url.socket);
  append(text, "sslca", url.ssl_ca);
  append(text, "sslcert", url.ssl_cert);
  append(text, "sslkey", url.ssl_key);
  append(text, "charset", "utf8mb4");
  text += "port=" + std::to_string(url.port) + " local_infile=0 connect_timeout=" +
          std::to_string(std::max<std::int64_t>(1, options.connect_timeout.count() / 1000));
  const std::string limit = std::to_string(socket_timeout(options));
  text += " read_timeout=" + limit + " write_timeout=" + limit;

  verify_server = !url.ssl_ca.empty();
  try {
    session.open(soci::mysql, text);
  } catch (...) {
    verify_server = false;
    throw;
  }
  verify_server = false;
  if (!url.ssl_ca.empty()) require_tls(session);
}

std::string statement_timeout_sql(soci::session& session, base::milliseconds limit) {
  auto* handle = static_cast<soci::mysql_session_backend*>(session.get_backend())->conn_;
  const std::string_view version = mysql_get_server_info(handle);
  if (version.find("MariaDB") == std::string_view::npos)
    return "SET SESSION max_execution_time = " + std::to_string(limit.count());
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", static_cast<double>(limit.count()) / 1000);
  return std::string("SET SESSION max_statement_time = ") + seconds;
}

}  // namespace store
