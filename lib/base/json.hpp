// JSON as the programs print it and as rows hold it: written piece by piece, read flat.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace base {

// `text` as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);

// A JSON value under construction. Keys keep the order in which they were added.
class Json {
 public:
  Json(std::nullptr_t) : text_("null") {}
  Json(bool value) : text_(value ? "true" : "false") {}
  Json(double value);
  Json(std::string_view value) : text_(json_quote(value)) {}
  Json(const std::string& value) : text_(json_quote(value)) {}
  Json(const char* value) : text_(json_quote(value)) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T value) : text_(std::to_string(value)) {}
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json(nullptr)) {}

  static Json object() { return Json(Raw{"{}"}); }
  static Json array() { return Json(Raw{"[]"}); }
  static Json raw(std::string text) { return Json(Raw{std::move(text)}); }  // `text` is JSON already

  Json& add(std::string_view key, const Json& value);  // for an object
  Json& push(const Json& value);                       // for an array

  const std::string& text() const { return text_; }

 private:
  struct Raw {
    std::string text;
  };
  explicit Json(Raw raw) : text_(std::move(raw.text)) {}
  void insert(const std::string& piece);

  std::string text_;
};

using JsonScalar = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string>;

// The members of one object whose values are scalars, in their order. Throws Error{kInput} for
// anything else, naming `what`.
std::vector<std::pair<std::string, JsonScalar>> parse_flat_object(std::string_view text, std::string_view what);

}  // namespace base
