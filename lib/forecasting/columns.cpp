#include "forecasting/columns.hpp"

#include <algorithm>
#include <array>

#include "cron/source_text.hpp"

namespace forecasting {

namespace {

constexpr std::size_t kTerminal = 80;

struct Block {
  char32_t first;
  char32_t last;
};

// Wide and full-width in Unicode's EastAsianWidth, in coarse blocks.
constexpr std::array kWide{
    Block{0x1100, 0x115F},   Block{0x2E80, 0x303E},   Block{0x3041, 0xA4CF},   Block{0xAC00, 0xD7A3},
    Block{0xF900, 0xFAFF},   Block{0xFE30, 0xFE6F},   Block{0xFF00, 0xFF60},   Block{0xFFE0, 0xFFE6},
    Block{0x1F300, 0x1F64F}, Block{0x1F680, 0x1F6FF}, Block{0x1F900, 0x1F9FF}, Block{0x20000, 0x3FFFD},
};
// Combining marks and what joins: no column of their own.
constexpr std::array kZero{Block{0x300, 0x36F}, Block{0x200B, 0x200F}, Block{0xFE00, 0xFE0F}, Block{0xFEFF, 0xFEFF}};

template <std::size_t N>
bool is_in(const std::array<Block, N>& blocks, char32_t c) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [c](const Block& block) { return c >= block.first && c <= block.last; });
}

bool is_wide(char32_t c) { return is_in(kWide, c); }

std::size_t columns_of(char32_t c) { return is_in(kZero, c) ? 0 : is_wide(c) ? 2 : 1; }

// Whether a line may end before text[at].
bool can_break(std::u32string_view text, std::size_t at) {
  constexpr std::u32string_view kClosing = U"，。；：、！？）》」";
  constexpr std::u32string_view kOpening = U"（《「";
  if (text[at] == U' ') return false;
  if (text[at - 1] == U' ') return true;
  if (!is_wide(text[at]) && !is_wide(text[at - 1])) return false;
  return kClosing.find(text[at]) == kClosing.npos && kOpening.find(text[at - 1]) == kOpening.npos;
}

// Where the first line of `text` ends: the last break that fits, else the first one at all.
std::size_t end_of_line(std::u32string_view text, std::size_t room) {
  std::size_t last = 0;
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && can_break(text, at)) {
      if (columns > room && last > 0) return last;
      last = at;
      if (columns > room) return last;
    }
    if (text[at] != U' ' && columns + columns_of(text[at]) > room && last > 0) return last;
    columns += columns_of(text[at]);
  }
  return text.size();
}

}  // namespace

std::size_t columns_of(std::string_view utf8) {
  std::size_t columns = 0;
  for (const char32_t c : cron::decode(utf8)) columns += columns_of(c);
  return columns;
}

std::string right_aligned(std::string_view utf8, std::size_t columns) {
  const std::size_t taken = columns_of(utf8);
  return std::string(columns - std::min(columns, taken), ' ') + std::string(utf8);
}

std::string shortened(std::string_view utf8, std::size_t columns) {
  constexpr std::size_t kDots = 3;
  if (columns_of(utf8) <= columns) return std::string(utf8);
  std::u32string kept;
  std::size_t taken = kDots;
  for (const char32_t c : cron::decode(utf8)) {
    taken += columns_of(c);
    if (taken > columns) break;
    kept.push_back(c);
  }
  return cron::encode(kept) + "...";
}

std::string wrapped(std::string_view utf8, std::size_t indent) {
  const std::u32string text = cron::decode(utf8);
  std::u32string_view rest = text;
  std::string result;
  while (true) {
    const std::size_t end = end_of_line(rest, kTerminal - indent);
    std::u32string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    while (!rest.empty() && !line.empty() && line.back() == U' ') line.remove_suffix(1);
    result += cron::encode(line);
    if (rest.empty()) return result;
    result += "\n" + std::string(indent, ' ');
  }
}

}  // namespace forecasting
