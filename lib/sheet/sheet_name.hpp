// Names of sheets by Excel's rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheet {

// `title` as a sheet's name: 1 to 31 UTF-16 units, no code point split, none of / \ ? * : [ ] and no
// control character (each becomes "_"), no apostrophe and no blank at either end, not "History" in
// any case (it gets a "_"). "Sheet" when nothing is left.
std::string sheet_name(std::string_view title);

// The name of sheet `number` of a family, from 1: "tasks", "tasks (2)", shortened so that it fits.
std::string sheet_name(std::string_view title, std::uint32_t number);

// `title`'s name, or with " (2)", " (3)" … so that no name in `taken` equals it without regard to the
// case of ASCII letters.
std::string free_sheet_name(std::string_view title, const std::vector<std::string>& taken);

}  // namespace sheet
