#include "digest/sha256.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/error.hpp"

namespace digest {

namespace {

constexpr std::size_t kPieceBytes = 128 * 1024;

[[noreturn]] void refuse() { throw base::Error(base::Kind::kBug, "SHA-256 is not available in OpenSSL"); }

}  // namespace

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1) refuse();
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) refuse();
}

Sha256Bytes Sha256::finish() {
  Sha256Bytes bytes{};
  unsigned length = 0;
  if (EVP_DigestFinal_ex(state_->context, bytes.data(), &length) != 1 || length != bytes.size()) refuse();
  return bytes;
}

std::string hex(const Sha256Bytes& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const unsigned char byte : bytes) text.append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
  return text;
}

std::string sha256_hex_of_descriptor(int descriptor, const std::string& name) {
  Sha256 sum;
  std::vector<char> piece(kPieceBytes);
  for (off_t offset = 0;;) {
    const ssize_t read = ::pread(descriptor, piece.data(), piece.size(), offset);
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) throw base::system_error("cannot read " + name, errno);
    if (read == 0) return sum.finish_hex();
    sum.add({piece.data(), static_cast<std::size_t>(read)});
    offset += read;
  }
}

std::string sha256_hex_of_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) throw base::system_error("cannot open " + path.string(), errno);
  struct Close {
    int descriptor;
    ~Close() { ::close(descriptor); }
  } const close{descriptor};
  struct stat state {};
  if (::fstat(descriptor, &state) != 0) throw base::system_error("cannot read the state of " + path.string(), errno);
  if (!S_ISREG(state.st_mode)) throw base::Error(base::Kind::kCannotCreate, path.string() + " is not a regular file");
  (void)::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  return sha256_hex_of_descriptor(descriptor, path.string());
}

}  // namespace digest
