#include "sheet/cell_text.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

#include "sheet/number_text.hpp"

namespace sheet {

void append_hex(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const std::size_t begin = out.size();
  out.resize(begin + 2 * bytes.size());
  char* at = out.data() + begin;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    *at++ = kDigits[byte >> 4];
    *at++ = kDigits[byte & 15];
  }
}

void append_bits(std::string& out, std::string_view bytes) {
  const std::optional<std::uint64_t> value = read_bits(bytes);
  if (!value) return append_hex(out, bytes);
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, *value).ptr);
}

}  // namespace sheet
