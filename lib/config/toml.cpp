#include "config/toml.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace config {

namespace {

std::string place(const toml::source_region& region) {
  const std::string path = region.path ? *region.path : std::string("file");
  return path + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column);
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw base::Error(base::Kind::kConfig, place(error.source()) + ": " + std::string(error.description()));
  }
}

base::Error wrong_toml(const toml::node& node, const std::string& reason, std::string hint) {
  return base::Error(base::Kind::kConfig, place(node.source()) + ": " + reason, std::move(hint));
}

std::string read_text_file(const std::string& path, const std::string& hint) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || file.bad()) {
    const int reason = errno;
    throw base::Error(base::Kind::kConfig, "cannot read " + path + ": " + std::strerror(reason), hint, reason);
  }
  return text.str();
}

}  // namespace config
