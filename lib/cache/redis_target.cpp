#include "cache/redis_target.hpp"

#include <charconv>
#include <optional>

#include "base/error.hpp"

namespace cache {

namespace {

constexpr const char* kForms = "Write redis://host:6379/0 or redis+unix:///path/to/socket?db=0.";

[[noreturn]] void refuse(const std::string& why, const char* hint = kForms) {
  throw base::Error(base::Kind::kConfig, "the Redis URL " + why, hint);
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned byte = 0;
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    const std::string_view digits = text.substr(at + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2) refuse("has a bad percent escape");
    decoded += static_cast<char>(byte);
    at += 2;
  }
  return decoded;
}

void read_database(std::string_view text, RedisTarget& target) {
  const std::optional<std::uint32_t> number = whole_number<std::uint32_t>(text);
  if (!number) refuse("names no database number");
  target.database = *number;
}

// Takes "user:password@" off the front of what follows the scheme.
void take_credentials(std::string_view& rest, RedisTarget& target) {
  const std::size_t at = rest.substr(0, rest.find_first_of("/?")).rfind('@');
  if (at == std::string_view::npos) return;
  const std::string_view credentials = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  const std::size_t colon = credentials.find(':');
  target.user = percent_decoded(credentials.substr(0, colon));
  if (colon != std::string_view::npos) target.password = percent_decoded(credentials.substr(colon + 1));
}

void read_socket(std::string_view rest, RedisTarget& target) {
  const std::size_t question = rest.find('?');
  target.socket_path = percent_decoded(rest.substr(0, question));
  if (target.socket_path.empty() || target.socket_path.front() != '/') refuse("names no absolute socket path");
  if (question == std::string_view::npos) return;
  const std::string_view query = rest.substr(question + 1);
  if (!query.starts_with("db=")) refuse("has an unknown option");
  read_database(query.substr(3), target);
}

void read_host(std::string_view rest, RedisTarget& target) {
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    if (slash + 1 < rest.size()) read_database(rest.substr(slash + 1), target);
    rest = rest.substr(0, slash);
  }
  const bool is_bracketed = rest.starts_with('[');
  const std::size_t host_end = is_bracketed ? rest.find(']') : rest.find(':');
  if (is_bracketed && host_end == std::string_view::npos) refuse("has a bracket that is not closed");
  target.host = is_bracketed ? rest.substr(1, host_end - 1) : rest.substr(0, host_end);
  if (target.host.empty()) refuse("names no host");
  rest = host_end == std::string_view::npos ? std::string_view{} : rest.substr(host_end + (is_bracketed ? 1 : 0));
  if (rest.empty()) return;
  const std::optional<std::uint16_t> port =
      rest.front() == ':' ? whole_number<std::uint16_t>(rest.substr(1)) : std::nullopt;
  if (!port || *port == 0) refuse("has a bad port");
  target.port = *port;
}

}  // namespace

std::string RedisTarget::shown() const {
  const std::string who = user.empty() ? "" : user + "@";
  if (!socket_path.empty()) return "redis+unix://" + who + socket_path + "?db=" + std::to_string(database);
  const std::string where = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return "redis://" + who + where + ":" + std::to_string(port) + "/" + std::to_string(database);
}

RedisTarget parse_redis_url(std::string_view url) {
  RedisTarget target;
  const std::size_t scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos) refuse("has no scheme");
  const std::string_view scheme = url.substr(0, scheme_end);
  std::string_view rest = url.substr(scheme_end + 3);
  if (scheme == "rediss")
    refuse("asks for TLS, which this build does not speak",
           "Use redis:// inside a trusted network, or a local TLS tunnel such as stunnel.");
  take_credentials(rest, target);
  if (scheme == "redis")
    read_host(rest, target);
  else if (scheme == "redis+unix" || scheme == "unix")
    read_socket(rest, target);
  else
    refuse("has an unknown scheme");
  return target;
}

}  // namespace cache
