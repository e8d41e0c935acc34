// SHA-256 of streams and files.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace digest {

using Sha256Bytes = std::array<unsigned char, 32>;

// Lowercase hexadecimal digits.
std::string hex(const Sha256Bytes& bytes);

// A running sum. Not thread-safe. Throws Error{kBug} when OpenSSL refuses.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::string_view bytes);
  Sha256Bytes finish();  // once
  std::string finish_hex() { return hex(finish()); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The sum of a whole file, 64 lowercase digits. Throws base::Error with errno as origin. Follows no
// link in the last component; a FIFO or a folder is refused.
std::string sha256_hex_of_file(const std::filesystem::path& path);

// The same from the begin of an open file, whose offset stays where it is.
std::string sha256_hex_of_descriptor(int descriptor, const std::string& name);

}  // namespace digest
