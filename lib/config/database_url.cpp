#include "config/database_url.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"

namespace config {

namespace {

constexpr std::string_view kForms = "Use sqlite:PATH or mysql://user@host:port/db?socket=PATH&ssl_ca=FILE.";

base::Error wrong(const std::string& reason) {
  return base::Error(base::Kind::kConfig, "wrong database URL: " + reason, std::string(kForms));
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low < 0) throw wrong("a percent sign must be followed by two hexadecimal digits");
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (out.find('\0') != std::string::npos) throw wrong("it holds a NUL");
  return out;
}

// Cuts `text` at the first `mark` and returns what stood before it; false when there is none.
bool cut(std::string_view& text, char mark, std::string_view& before) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return false;
  before = text.substr(0, at);
  text.remove_prefix(at + 1);
  return true;
}

void set_parameter(DatabaseUrl& url, std::string_view name, std::string_view value) {
  std::string* target = name == "socket"     ? &url.socket
                        : name == "ssl_ca"   ? &url.ssl_ca
                        : name == "ssl_cert" ? &url.ssl_cert
                        : name == "ssl_key"  ? &url.ssl_key
                                             : nullptr;
  if (target == nullptr) throw wrong("unknown parameter '" + std::string(name) + "'");
  *target = percent_decoded(value);
}

void parse_query(DatabaseUrl& url, std::string_view query) {
  while (!query.empty()) {
    std::string_view pair = query;
    if (!cut(query, '&', pair)) query = {};
    std::string_view name;
    if (!cut(pair, '=', name)) throw wrong("parameter '" + std::string(pair) + "' has no value");
    set_parameter(url, name, pair);
  }
}

void parse_host(DatabaseUrl& url, std::string_view host) {
  if (host.starts_with('[')) {  // an IPv6 address
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) throw wrong("the host has no closing bracket");
    url.host = host.substr(1, end - 1);
    host.remove_prefix(end + 1);
  } else {
    url.host = host.substr(0, host.find(':'));
    host.remove_prefix(url.host.size());
  }
  if (host.empty()) return;
  host.remove_prefix(1);
  const auto [end, error] = std::from_chars(host.data(), host.data() + host.size(), url.port);
  if (error != std::errc{} || end != host.data() + host.size() || url.port == 0 || url.port > 65535)
    throw wrong("port '" + std::string(host) + "' is not a number from 1 to 65535");
}

DatabaseUrl parse_mysql(std::string_view rest) {
  DatabaseUrl url;
  url.backend = Backend::kMysql;
  std::string_view body = rest;
  std::string_view query;
  if (cut(rest, '?', body)) query = rest;
  parse_query(url, query);
  std::string_view authority;
  if (!cut(body, '/', authority)) throw wrong("it names no database");
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    std::string_view password = authority.substr(0, at);
    std::string_view user = password;
    if (cut(password, ':', user)) url.password = percent_decoded(password);
    url.user = percent_decoded(user);
    authority.remove_prefix(at + 1);
  }
  parse_host(url, authority);
  url.database = percent_decoded(body);
  if (url.database.empty() || url.database.find('/') != std::string::npos) throw wrong("it names no database");
  if (url.host.empty() && url.socket.empty()) throw wrong("it names neither a host nor a socket");
  if (url.ssl_ca.empty() && !(url.ssl_cert.empty() && url.ssl_key.empty()))
    throw wrong("ssl_cert and ssl_key need ssl_ca");
  return url;
}

}  // namespace

std::string DatabaseUrl::shown() const {
  if (backend == Backend::kSqlite) return "sqlite:" + path;
  const std::string where = socket.empty() ? host + ":" + std::to_string(port) : "socket " + socket;
  return "mysql://" + user + "@" + where + "/" + database;
}

DatabaseUrl parse_database_url(std::string_view url) {
  if (url.starts_with("mysql://")) return parse_mysql(url.substr(8));
  if (url.starts_with("sqlite:")) {
    DatabaseUrl target;
    target.path = url.substr(7);
    if (target.path.starts_with("//")) target.path.erase(0, 2);
    if (target.path.empty() || target.path == ":memory:") throw wrong("sqlite: needs the path of a file");
    return target;
  }
  const std::size_t colon = url.find(':');
  throw wrong(colon == std::string_view::npos ? "it has no scheme"
                                              : "unknown scheme '" + std::string(url.substr(0, colon)) + "'");
}

std::string hide_passwords(std::string text) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string::npos;) {
    at += 3;
    const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    const std::size_t sign = text.rfind('@', end);
    const std::size_t colon = text.find(':', at);
    if (sign == std::string::npos || sign < at || colon >= sign) continue;
    text.replace(colon + 1, sign - colon - 1, "***");
  }
  return text;
}

bool has_password(std::string_view url) {
  const std::size_t start = url.find("://");
  if (start == std::string_view::npos) return false;
  std::string_view authority = url.substr(start + 3);
  authority = authority.substr(0, authority.find('?'));
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return false;
  const std::size_t colon = authority.substr(0, at).find(':');
  return colon != std::string_view::npos && colon + 1 < at;
}

}  // namespace config
