// Bytes that are not text, as text: the same spelling in every format.
#pragma once

#include <string>
#include <string_view>

namespace sheet {

// Two upper-case hexadecimal digits a byte, no prefix.
void append_hex(std::string& out, std::string_view bytes);

// BIT: the unsigned decimal of big-endian bytes; more than 8 bytes as append_hex.
void append_bits(std::string& out, std::string_view bytes);

}  // namespace sheet
