#include "base/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.hpp"

namespace base {

namespace {

[[noreturn]] void lost(int errno_value) {
  const Error cause = system_error("cannot write to standard output", errno_value);
  throw Error(Kind::kWriteFailed, cause.what(), "Free space or choose another target, then run it again.", errno_value);
}

}  // namespace

void Output::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) lost(errno);
}

void Output::line(std::string_view text) {
  write(text);
  write("\n");
}

void Output::flush() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) lost(errno);
}

bool Output::is_terminal() const { return isatty(STDOUT_FILENO) == 1; }

}  // namespace base
