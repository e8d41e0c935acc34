// The characters of an expression, and the readings of a number that the engines have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cron {

// A part of the text that remembers where it stands.
struct Piece {
  std::u32string_view text;
  std::size_t position = 0;

  bool empty() const { return text.empty(); }
  std::size_t size() const { return text.size(); }
  char32_t operator[](std::size_t index) const { return text[index]; }
  // The part from `begin` on, at most `count` characters.
  Piece part(std::size_t begin, std::size_t count = std::u32string_view::npos) const {
    return {text.substr(begin, count), position + begin};
  }
};

// Broken bytes become U+FFFD, one each.
std::u32string decode(std::string_view utf8);
std::string encode(std::u32string_view text);

// The pieces between separators. Empty ones are left out by words() and kept by split().
using IsSeparator = bool (*)(char32_t);
std::vector<Piece> words(Piece text, IsSeparator is_separator);
std::vector<Piece> split(Piece text, char32_t separator);

bool is_ascii_digit(char32_t c);
bool is_blank(char32_t c);         // blank or tab
bool is_go_space(char32_t c);      // Unicode white space
bool is_java_trimmed(char32_t c);  // all that String.trim() takes off

// A to Z for a letter in either case; the long s and the dotless i are letters to Java.
char32_t java_upper(char32_t c);
// The value of a digit in any script of the basic plane, or -1.
int java_digit(char32_t c);
// Integer.parseInt: an optional sign, digits, 32 bits.
std::optional<std::int32_t> java_int(std::u32string_view text);
// strconv.Atoi: an optional sign, ASCII digits, 64 bits.
std::optional<std::int64_t> go_int(std::u32string_view text);
// strtol cast to int, as cronie reads a number: digits only, wraps round.
std::optional<std::int32_t> c_int(std::u32string_view text);

// Without regard to case, for ASCII letters.
bool same_letters(std::u32string_view text, std::string_view ascii);
// String.equalsIgnoreCase, to which both i without its usual dot and the Kelvin sign are letters.
bool same_letters_in_java(std::u32string_view text, std::string_view ascii);

// 1 to 12, or 0.
int month_named(std::u32string_view name);
// 0 to 6 from Sunday, or -1.
int weekday_named(std::u32string_view name);

}  // namespace cron
