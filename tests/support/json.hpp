// What the programs print, read back.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace support {

using Json = nlohmann::json;

// Throws with the text when it is not JSON.
inline Json parse_json(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error&) {
    throw std::runtime_error("not JSON: " + text);
  }
}

// The events of a program's stderr under --log-format json; lines that are not JSON are left out.
inline std::vector<Json> events_of(const std::string& text) {
  std::vector<Json> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (Json event = Json::parse(line, nullptr, false); event.is_object()) events.push_back(std::move(event));
  return events;
}

// Those with this name.
inline std::vector<Json> events_named(const std::string& text, const std::string& name) {
  std::vector<Json> events;
  for (Json& event : events_of(text))
    if (event.value("event", "") == name) events.push_back(std::move(event));
  return events;
}

}  // namespace support
