// Text in the columns of a terminal, where a Chinese character takes two.
#pragma once

#include <string>
#include <string_view>

namespace forecasting {

std::size_t columns_of(std::string_view utf8);

// With blanks before it so that it ends at that column.
std::string right_aligned(std::string_view utf8, std::size_t columns);

// At most so many columns, with "..." for what is left out.
std::string shortened(std::string_view utf8, std::size_t columns);

// Broken so that it fits a terminal of 80 columns behind an indent, which the lines after the first begin with.
// Breaks at blanks and between Chinese characters; a word that fits nowhere stays whole.
std::string wrapped(std::string_view utf8, std::size_t indent);

}  // namespace forecasting
