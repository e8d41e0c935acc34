#include "base/token.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"

namespace base {

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw system_error("cannot read random bytes", errno);
  constexpr char digits[] = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bytes) {
    token += digits[byte >> 4];
    token += digits[byte & 15];
  }
  return token;
}

}  // namespace base
