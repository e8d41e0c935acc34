// Where Redis is, as a URL says it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cache {

struct RedisTarget {
  std::string host;
  std::uint16_t port = 6379;
  std::string socket_path;  // instead of host and port when not empty
  std::string user;         // Redis 6 ACL; empty: the default user
  std::string password;     // empty: no AUTH
  std::uint32_t database = 0;

  // Without the password: for events and messages.
  std::string shown() const;
};

// Reads
//   redis://[user[:password]@]host[:port][/database]        host may be [::1]
//   redis+unix://[user[:password]@]/path/to/socket[?db=n]   also unix://
// User and password are percent-decoded. A URL on a command line is seen by everyone: take one with a
// password from the environment or a file only. Throws Error{kConfig}, never showing the password;
// rediss: is refused, since hiredis 0.14 has no TLS.
RedisTarget parse_redis_url(std::string_view url);

}  // namespace cache
