#include "config/options_toml.hpp"

#include <algorithm>

#include "config/toml.hpp"

namespace config {

namespace {

std::string text_of(const toml::node& node, std::string_view key) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) return std::to_string(number->get());
  throw wrong_toml(node, "'" + std::string(key) + "' must be a string, a number, a boolean or a list of them");
}

void append(std::vector<OptionValue>& options, const toml::table& table, bool shared) {
  for (const auto& [key, node] : table) {
    if (node.is_table() || node.is_array_of_tables()) continue;
    OptionValue option{std::string(key.str()), {}, shared};
    if (const auto* list = node.as_array())
      for (const toml::node& item : *list) option.values.push_back(text_of(item, key.str()));
    else
      option.values.push_back(text_of(node, key.str()));
    std::erase_if(options, [&](const OptionValue& other) { return other.name == option.name; });
    options.push_back(std::move(option));
  }
}

}  // namespace

std::vector<OptionValue> read_options(std::string_view text, const std::string& program) {
  const toml::table file = parse_toml(text, "options file");
  std::vector<OptionValue> options;
  append(options, file, true);
  if (const auto* section = file[program].as_table()) append(options, *section, false);
  return options;
}

}  // namespace config
