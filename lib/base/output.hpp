// stdout, checked: data that did not arrive is an error.
#pragma once

#include <string_view>

namespace base {

class Output {
 public:
  void write(std::string_view bytes);  // as they are
  void line(std::string_view text);    // and a newline
  void flush();                        // throws Error{kWriteFailed} when anything was lost
  bool is_terminal() const;
};

}  // namespace base
