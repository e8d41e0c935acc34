// What ends a pass. One final class, no hierarchy: callers that must branch read `kind` or `origin`.
#pragma once

#include <stdexcept>
#include <string>

#include "base/exit_code.hpp"

namespace base {

class Error final : public std::runtime_error {
 public:
  // `message` is lowercase, names the thing and the value, has no full stop and holds no secret.
  // `hint` is a sentence that says what to do. `origin` is the number that a database, or errno,
  // gave; 0 when there is none.
  Error(Kind kind, const std::string& message, std::string hint = {}, int origin = 0)
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)), origin_(origin) {}

  Kind kind() const noexcept { return kind_; }
  const std::string& hint() const noexcept { return hint_; }
  int origin() const noexcept { return origin_; }

 private:
  Kind kind_;
  std::string hint_;
  int origin_;
};

// An Error for a failed system call: "cannot open /x: No space left on device", origin = errno.
// ENOSPC, EDQUOT, EIO and EFBIG are kWriteFailed; EACCES, EPERM, EROFS, ENOENT, ENOTDIR and the rest kCannotCreate.
Error system_error(const std::string& what, int errno_value, std::string hint = {});

}  // namespace base
