// What a test wrote to stderr: the events.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace support {

// Keeps stderr in a file from its construction to its destruction. One at a time.
class CapturedStderr {
 public:
  CapturedStderr() : kept_(::dup(STDERR_FILENO)), file_(::tmpfile()) {
    if (kept_ < 0 || file_ == nullptr) throw std::runtime_error("cannot capture stderr");
    ::fflush(stderr);
    ::dup2(::fileno(file_), STDERR_FILENO);
  }
  ~CapturedStderr() {
    ::fflush(stderr);
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
    ::fclose(file_);
  }
  CapturedStderr(const CapturedStderr&) = delete;
  CapturedStderr& operator=(const CapturedStderr&) = delete;

  std::string text() const {
    ::fflush(stderr);
    std::string text;
    char piece[4096];
    for (ssize_t read; (read = ::pread(::fileno(file_), piece, sizeof piece, static_cast<off_t>(text.size()))) > 0;)
      text.append(piece, static_cast<std::size_t>(read));
    return text;
  }

  // How often `word` was written.
  int count(const std::string& word) const {
    int found = 0;
    const std::string all = text();
    for (std::size_t at = all.find(word); at != std::string::npos; at = all.find(word, at + word.size())) ++found;
    return found;
  }

 private:
  int kept_;
  FILE* file_;
};

}  // namespace support
