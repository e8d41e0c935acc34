#include "base/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace base {

std::string json_quote(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Json::Json(double value) : text_(std::isfinite(value) ? nlohmann::json(value).dump() : "null") {}

void Json::insert(const std::string& piece) {
  if (text_.size() > 2) text_.insert(text_.size() - 1, ",");
  text_.insert(text_.size() - 1, piece);
}

Json& Json::add(std::string_view key, const Json& value) {
  insert(json_quote(key) + ":" + value.text_);
  return *this;
}

Json& Json::push(const Json& value) {
  insert(value.text_);
  return *this;
}

std::vector<std::pair<std::string, JsonScalar>> parse_flat_object(std::string_view text, std::string_view what) {
  const auto parsed = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!parsed.is_object()) throw Error(Kind::kInput, std::string(what) + " is not a JSON object");
  std::vector<std::pair<std::string, JsonScalar>> members;
  for (const auto& [key, value] : parsed.items()) {
    if (value.is_null())
      members.emplace_back(key, nullptr);
    else if (value.is_boolean())
      members.emplace_back(key, value.get<bool>());
    else if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX)
      members.emplace_back(key, std::to_string(value.get<std::uint64_t>()));
    else if (value.is_number_integer())
      members.emplace_back(key, value.get<std::int64_t>());
    else if (value.is_number_float())
      members.emplace_back(key, value.get<double>());
    else if (value.is_string())
      members.emplace_back(key, value.get<std::string>());
    else
      throw Error(Kind::kInput, std::string(what) + " has a list or an object at '" + key + "'");
  }
  return members;
}

}  // namespace base
