// SHA-256 and HMAC-SHA256 against published vectors.
#include <catch2/catch.hpp>
#include <cerrno>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "digest/hmac.hpp"
#include "digest/sha256.hpp"
#include "support/temp_dir.hpp"

namespace {

std::string sum_of(std::string_view text) {
  digest::Sha256 sum;
  sum.add(text);
  return sum.finish_hex();
}

}  // namespace

TEST_CASE("sums equal those of FIPS 180-4") {
  CHECK(sum_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sum_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sum_of(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a sum does not depend on how its bytes are cut") {
  digest::Sha256 sum;
  for (int piece = 0; piece < 1000; ++piece) sum.add(std::string(1000, 'a'));
  CHECK(sum.finish_hex() == sum_of(std::string(1'000'000, 'a')));
}

TEST_CASE("a file's sum is that of its bytes") {
  const support::TempDir folder;
  folder.write("f", std::string(1'000'000, 'a'));
  CHECK(digest::sha256_hex_of_file(folder.file("f")) == sum_of(std::string(1'000'000, 'a')));
  folder.write("empty", "");
  CHECK(digest::sha256_hex_of_file(folder.file("empty")) == sum_of(""));
}

TEST_CASE("what is no file has no sum") {
  const support::TempDir folder;
  folder.write("f", "x");
  std::filesystem::create_symlink("f", folder.file("link"));
  try {
    digest::sha256_hex_of_file(folder.file("missing"));
    FAIL("a missing file has a sum");
  } catch (const base::Error& error) {
    CHECK(error.origin() == ENOENT);
  }
  CHECK_THROWS_AS(digest::sha256_hex_of_file(folder.file("link")), base::Error);
  CHECK_THROWS_AS(digest::sha256_hex_of_file(folder.path()), base::Error);
}

TEST_CASE("HMACs equal those of RFC 4231") {
  CHECK(digest::hmac_sha256_hex(std::string(20, '\x0b'), "Hi There") ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(digest::hmac_sha256_hex("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(digest::hmac_sha256_base64("Jefe", "what do ya want for nothing?") ==
        "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=");
  CHECK(digest::hmac_sha256_hex(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First") ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  CHECK(digest::hmac_sha256_hex({}, "") == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST_CASE("secrets are compared as a whole") {
  CHECK(digest::is_equal_secret("abc", "abc"));
  CHECK_FALSE(digest::is_equal_secret("abc", "abd"));
  CHECK_FALSE(digest::is_equal_secret("abc", "abcd"));
  CHECK(digest::is_equal_secret("", ""));
}
