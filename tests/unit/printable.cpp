#include <catch2/catch.hpp>

#include "base/log.hpp"

using base::printable;

TEST_CASE("text of any script stays as it is") { CHECK(printable("任务 𠮷 😀 é") == "任务 𠮷 😀 é"); }

TEST_CASE("data never steers a terminal nor breaks a line") {
  CHECK(printable("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(printable("a\nb\tc\x7f") == "a\\x0ab\\x09c\\x7f");
  CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");  // CSI as one C1 control
}

TEST_CASE("bytes that are not UTF-8 are shown") {
  CHECK(printable("\xff") == "\\xff");
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");  // an overlong slash
  CHECK(printable("\xe4\xbd") == "\\xe4\\xbd");  // cut in the middle
}
