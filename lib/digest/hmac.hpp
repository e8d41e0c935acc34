// HMAC-SHA256 (RFC 2104), as signed links and webhooks carry it.
#pragma once

#include <string>
#include <string_view>

#include "digest/sha256.hpp"

namespace digest {

// Throws Error{kBug} when OpenSSL refuses. An empty key is allowed.
Sha256Bytes hmac_sha256(std::string_view key, std::string_view message);
std::string hmac_sha256_hex(std::string_view key, std::string_view message);     // 64 lowercase digits
std::string hmac_sha256_base64(std::string_view key, std::string_view message);  // RFC 4648 section 4, padded

// Whether two secrets are equal, in a time that does not tell where they differ.
bool is_equal_secret(std::string_view a, std::string_view b);

}  // namespace digest
