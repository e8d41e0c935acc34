#include "digest/hmac.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <climits>

#include "base/error.hpp"

namespace digest {

Sha256Bytes hmac_sha256(std::string_view key, std::string_view message) {
  Sha256Bytes bytes{};
  unsigned length = 0;
  const auto data = [](std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); };
  // OpenSSL takes a null key for "as before".
  const std::string_view some_key = key.data() == nullptr ? std::string_view("") : key;
  if (key.size() > INT_MAX ||
      HMAC(EVP_sha256(), some_key.data(), static_cast<int>(some_key.size()), data(message), message.size(),
           bytes.data(), &length) == nullptr ||
      length != bytes.size())
    throw base::Error(base::Kind::kBug, "HMAC-SHA256 is not available in OpenSSL");
  return bytes;
}

std::string hmac_sha256_hex(std::string_view key, std::string_view message) { return hex(hmac_sha256(key, message)); }

std::string hmac_sha256_base64(std::string_view key, std::string_view message) {
  const Sha256Bytes bytes = hmac_sha256(key, message);
  unsigned char text[4 * ((sizeof(Sha256Bytes) + 2) / 3) + 1] = {};
  const int length = EVP_EncodeBlock(text, bytes.data(), static_cast<int>(bytes.size()));
  return std::string(text, text + length);
}

bool is_equal_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace digest
