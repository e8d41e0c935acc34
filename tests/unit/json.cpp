#include "base/json.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using namespace base;

TEST_CASE("an envelope keeps the order of its keys") {
  Json data = Json::object();
  data.add("id", 1024).add("status", "RUNNING").add("errorMsg", nullptr).add("done", false);
  CHECK(Json::object().add("code", 0).add("data", data).text() ==
        R"({"code":0,"data":{"id":1024,"status":"RUNNING","errorMsg":null,"done":false}})");
  CHECK(Json::array().push(1).push("a").push(Json::object()).text() == R"([1,"a",{}])");
}

TEST_CASE("text in JSON is escaped, and broken UTF-8 is replaced") {
  CHECK(json_quote("𠮷😀'\"\t\n") == "\"𠮷😀'\\\"\\t\\n\"");
  CHECK(json_quote("a\xff") == "\"a\xef\xbf\xbd\"");
  CHECK(json_quote(std::string_view("\0", 1)) == "\"\\u0000\"");
}

TEST_CASE("a number that JSON cannot hold is null") {
  CHECK(Json(std::numeric_limits<double>::infinity()).text() == "null");
  CHECK(Json(0.5).text() == "0.5");
  CHECK(Json(std::optional<int>()).text() == "null");
}

TEST_CASE("a flat object is read in its order") {
  const auto members =
      parse_flat_object(R"({"b":1,"a":"x","n":null,"t":true,"d":1.5,"big":18446744073709551615})", "params");
  REQUIRE(members.size() == 6);
  CHECK(members[0].first == "b");
  CHECK(std::get<std::int64_t>(members[0].second) == 1);
  CHECK(std::get<std::string>(members[1].second) == "x");
  CHECK(std::holds_alternative<std::nullptr_t>(members[2].second));
  CHECK(std::get<bool>(members[3].second));
  CHECK(std::get<double>(members[4].second) == 1.5);
  CHECK(std::get<std::string>(members[5].second) == "18446744073709551615");
}

TEST_CASE("anything but a flat object is wrong input that is named") {
  for (const char* text : {"", "[1]", "1", "{", R"({"a":[1]})", R"({"a":{}})", R"({"a":1} x)"}) {
    CAPTURE(text);
    try {
      parse_flat_object(text, "params");
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.kind() == Kind::kInput);
      CHECK(std::string(error.what()).starts_with("params"));
    }
  }
}
