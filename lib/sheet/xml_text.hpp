// Texts as a worksheet's XML holds them.
#pragma once

#include <string>
#include <string_view>

#include "sheet/tally.hpp"

namespace sheet {

inline constexpr std::size_t kMostCellUnits = 32'767;  // UTF-16 units that a cell holds

// Appends `text` as the content of a <t> element that reads back as `text` by the rules of XML and of
// ECMA-376 part 1, 22.9.2.19 (ST_Xstring):
//  - control characters other than TAB, LF and CR, NUL among them, and U+FFFE, U+FFFF as _xHHHH_;
//  - CR as &#13;;
//  - a literal _xHHHH_ with its first underscore as _x005F_;
//  - bytes that are not UTF-8 as U+FFFD (counted);
//  - no more than 32,767 UTF-16 units, cut between code points (counted).
void append_xml_text(std::string& out, std::string_view text, Tally& tally);

// Whether such a <t> needs xml:space="preserve" for its ends to survive.
bool needs_preserve(std::string_view text);

// The longest beginning of `text` with at most `units` UTF-16 units that splits no code point.
std::string_view first_units(std::string_view text, std::size_t units);

}  // namespace sheet
