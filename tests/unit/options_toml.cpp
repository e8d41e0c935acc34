#include "config/options_toml.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using config::OptionValue;
using config::read_options;

namespace {

const OptionValue* find(const std::vector<OptionValue>& options, const std::string& name) {
  for (const OptionValue& option : options)
    if (option.name == name) return &option;
  return nullptr;
}

}  // namespace

TEST_CASE("keys at the top are everyone's, a section's are its program's and win") {
  const auto options = read_options(R"(
db = "sqlite:a.db"
workers = 2
[export-run]
workers = 4
for = "55s"
[cleanup]
workers = 9
)",
                                    "export-run");
  REQUIRE(options.size() == 3);
  CHECK(find(options, "db")->values == std::vector<std::string>{"sqlite:a.db"});
  CHECK(find(options, "db")->shared);
  CHECK(find(options, "workers")->values == std::vector<std::string>{"4"});
  CHECK_FALSE(find(options, "workers")->shared);
  CHECK(find(options, "for")->values == std::vector<std::string>{"55s"});
}

TEST_CASE("lists, booleans and numbers become the words of a command line") {
  const auto options = read_options("p = [\"a=1\", \"b=2\"]\njson = true\nlimit = 10\n", "x");
  CHECK(find(options, "p")->values == std::vector<std::string>{"a=1", "b=2"});
  CHECK(find(options, "json")->values == std::vector<std::string>{"true"});
  CHECK(find(options, "limit")->values == std::vector<std::string>{"10"});
}

TEST_CASE("an options file that cannot be read is refused with line and column") {
  try {
    read_options("db = \n", "x");
    FAIL("accepted");
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kConfig);
    CHECK(std::string(error.what()).find(":1:") != std::string::npos);
  }
  CHECK_THROWS_AS(read_options("limit = 2026-01-01\n", "x"), base::Error);
}
