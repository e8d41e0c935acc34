#include "cron/source_text.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace cron {

namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::array<std::string_view, 12> kMonths{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kWeekdays{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

// The zeros of the decimal digits that Character.digit() knows in the basic plane.
constexpr std::array<char32_t, 36> kZeros{0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66,
                                          0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040,
                                          0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0,
                                          0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0};
constexpr char32_t kFullWidthZero = 0xFF10;

// Bytes of the sequence that begins with `lead`, 0 when none may.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// Takes one character off the front.
char32_t take_character(std::string_view& utf8) {
  const auto lead = static_cast<unsigned char>(utf8.front());
  const std::size_t length = sequence_length(lead);
  if (length == 1) {
    utf8.remove_prefix(1);
    return lead;
  }
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  char32_t c = length == 0 || length > utf8.size() ? kReplacement : lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; c != kReplacement && i < length; ++i) {
    const auto next = static_cast<unsigned char>(utf8[i]);
    c = (next & 0xC0) == 0x80 ? (c << 6 | (next & 0x3FU)) : kReplacement;
  }
  const bool broken = c == kReplacement || c < kSmallest[length] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000);
  utf8.remove_prefix(broken ? 1 : length);
  return broken ? kReplacement : c;
}

template <class Integer>
std::optional<Integer> signed_number(std::u32string_view text, int (*digit)(char32_t)) {
  bool negative = false;
  if (!text.empty() && (text.front() == U'-' || text.front() == U'+')) {
    negative = text.front() == U'-';
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  Integer value = 0;
  for (const char32_t c : text) {
    const int next = digit(c);
    if (next < 0 || __builtin_mul_overflow(value, Integer{10}, &value) ||
        __builtin_sub_overflow(value, static_cast<Integer>(next), &value))
      return std::nullopt;
  }
  if (negative) return value;
  if (value == std::numeric_limits<Integer>::min()) return std::nullopt;
  return static_cast<Integer>(-value);
}

int ascii_digit(char32_t c) { return is_ascii_digit(c) ? static_cast<int>(c - U'0') : -1; }

}  // namespace

std::u32string decode(std::string_view utf8) {
  std::u32string text;
  text.reserve(utf8.size());
  while (!utf8.empty()) text.push_back(take_character(utf8));
  return text;
}

std::string encode(std::u32string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  const auto put = [&](char32_t byte) { utf8.push_back(static_cast<char>(byte)); };
  for (const char32_t c : text) {
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    } else {
      put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    }
  }
  return utf8;
}

std::vector<Piece> words(Piece text, IsSeparator is_separator) {
  std::vector<Piece> found;
  std::size_t begin = 0;
  while (begin < text.size()) {
    if (is_separator(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && !is_separator(text[end])) ++end;
    found.push_back(text.part(begin, end - begin));
    begin = end;
  }
  return found;
}

std::vector<Piece> split(Piece text, char32_t separator) {
  std::vector<Piece> found;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.text.find(separator, begin);
    if (end == std::u32string_view::npos) break;
    found.push_back(text.part(begin, end - begin));
    begin = end + 1;
  }
  found.push_back(text.part(begin));
  return found;
}

bool is_ascii_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

bool is_blank(char32_t c) { return c == U' ' || c == U'\t'; }

bool is_go_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == U' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_java_trimmed(char32_t c) { return c <= U' '; }

char32_t java_upper(char32_t c) {
  constexpr char32_t kLongS = 0x17F, kDotlessI = 0x131;
  if (c >= U'a' && c <= U'z') return c - U'a' + U'A';
  if (c == kLongS) return U'S';
  if (c == kDotlessI) return U'I';
  return c;
}

int java_digit(char32_t c) {
  if (c < 0x80) return ascii_digit(c);
  if (c >= kFullWidthZero && c < kFullWidthZero + 10) return static_cast<int>(c - kFullWidthZero);
  for (const char32_t zero : kZeros)
    if (c >= zero && c < zero + 10) return static_cast<int>(c - zero);
  return -1;
}

std::optional<std::int32_t> java_int(std::u32string_view text) { return signed_number<std::int32_t>(text, java_digit); }

std::optional<std::int64_t> go_int(std::u32string_view text) { return signed_number<std::int64_t>(text, ascii_digit); }

std::optional<std::int32_t> c_int(std::u32string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_ascii_digit)) return std::nullopt;
  const auto value = go_int(text).value_or(std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

bool same_letters(std::u32string_view text, std::string_view ascii) {
  return std::equal(text.begin(), text.end(), ascii.begin(), ascii.end(), [](char32_t left, char right) {
    const char32_t lower = left >= U'A' && left <= U'Z' ? left - U'A' + U'a' : left;
    return lower == static_cast<unsigned char>(right);
  });
}

bool same_letters_in_java(std::u32string_view text, std::string_view ascii) {
  constexpr char32_t kDottedI = 0x130, kKelvin = 0x212A;
  std::u32string upper(text);
  for (char32_t& c : upper) c = c == kDottedI ? U'I' : c == kKelvin ? U'K' : java_upper(c);
  return same_letters(upper, ascii);
}

int month_named(std::u32string_view name) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (same_letters(name, kMonths[i])) return static_cast<int>(i) + 1;
  return 0;
}

int weekday_named(std::u32string_view name) {
  for (std::size_t i = 0; i < kWeekdays.size(); ++i)
    if (same_letters(name, kWeekdays[i])) return static_cast<int>(i);
  return -1;
}

}  // namespace cron
