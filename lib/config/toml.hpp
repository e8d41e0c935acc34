// toml++ for this folder's readers: errors that name file, line and column.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace config {

// Throws Error{kConfig} "NAME:LINE:COLUMN: reason".
toml::table parse_toml(std::string_view text, const std::string& name);

// An Error{kConfig} that points at `node`.
base::Error wrong_toml(const toml::node& node, const std::string& reason, std::string hint = {});

// The whole file. Throws Error{kConfig} naming `path` and, when it cannot be read, why.
std::string read_text_file(const std::string& path, const std::string& hint);

}  // namespace config
