#include "base/error.hpp"

#include <cerrno>
#include <cstring>

namespace base {

namespace {

Kind kind_of(int errno_value) {
  switch (errno_value) {
    case ENOSPC:
    case EDQUOT:
    case EIO:
    case EFBIG:
    case EPIPE:
      return Kind::kWriteFailed;
    default:
      return Kind::kCannotCreate;
  }
}

}  // namespace

Error system_error(const std::string& what, int errno_value, std::string hint) {
  char text[128] = {};
  return Error(kind_of(errno_value), what + ": " + strerror_r(errno_value, text, sizeof text), std::move(hint),
               errno_value);
}

}  // namespace base
