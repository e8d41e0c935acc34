// The options file (--config): any option of any program, in TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace config {

struct OptionValue {
  std::string name;  // without the dashes
  std::vector<std::string> values;
  bool shared;  // from the top of the file, so perhaps another program's
};

// Top-level keys apply to every program that has such an option; the keys of section [program]
// to that one alone, and win. Other sections are not read. Throws Error{kConfig} with line and column.
std::vector<OptionValue> read_options(std::string_view text, const std::string& program);

}  // namespace config
