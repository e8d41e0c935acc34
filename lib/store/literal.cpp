#include "store/literal.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace store {

namespace {

using config::Backend;
using task::ValueKind;

std::string hex(std::string_view bytes) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

// Needs no escape in any mode, so that an ordinary value stays readable.
bool is_plain(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= ' ' && c <= '~' && c != '\'' && c != '\\'; });
}

std::string text_literal(std::string_view bytes, Backend backend) {
  if (is_plain(bytes)) return "'" + std::string(bytes) + "'";
  return backend == Backend::kMysql ? "_utf8mb4 X'" + hex(bytes) + "'" : "CAST(X'" + hex(bytes) + "' AS TEXT)";
}

// Digits, sign, point and exponent, and nothing else.
std::string checked_number(std::string_view text) {
  bool has_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool digit = c >= '0' && c <= '9';
    const bool exponent = (c == 'e' || c == 'E') && has_digit;
    const bool sign = (c == '-' || c == '+') && (i == 0 || text[i - 1] == 'e' || text[i - 1] == 'E');
    if (!digit && !exponent && !sign && c != '.')
      throw base::Error(base::Kind::kBug, "a number holds '" + std::string(text) + "'");
    has_digit = has_digit || digit;
  }
  if (!has_digit) throw base::Error(base::Kind::kBug, "a number without a digit");
  return std::string(text);
}

std::string unsigned_of_bits(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return std::to_string(value);
}

}  // namespace

std::string literal(const task::ParamValue& value, Backend backend) {
  if (value.is_null) return "NULL";
  switch (value.type) {
    case task::ParamType::kInteger:
    case task::ParamType::kDecimal:
      return checked_number(value.text);
    case task::ParamType::kBoolean:
      return value.text == "true" || value.text == "1" ? "1" : "0";
    case task::ParamType::kText:
    case task::ParamType::kDate:
    case task::ParamType::kDateTime:
      return text_literal(value.text, backend);
  }
  throw base::Error(base::Kind::kBug, "a parameter without a type");
}

std::string key_literal(const task::Cell& cell, Backend backend) {
  switch (cell.kind) {
    case ValueKind::kInteger:
    case ValueKind::kDecimal:
    case ValueKind::kDouble:
    case ValueKind::kYear:
      return checked_number(cell.bytes);
    case ValueKind::kText:
    case ValueKind::kDate:
    case ValueKind::kDateTime:
    case ValueKind::kTime:
      return text_literal(cell.bytes, backend);
    case ValueKind::kBinary:
      return "X'" + hex(cell.bytes) + "'";
    case ValueKind::kBit:
      return unsigned_of_bits(cell.bytes);
    case ValueKind::kNull:
      throw base::Error(base::Kind::kInput, "the key is NULL in a row", "A key's columns must be NOT NULL.");
    default:
      throw base::Error(base::Kind::kInput, "the key's type cannot order rows exactly",
                        "Use an integer, a decimal, a text, a date or a binary column.");
  }
}

}  // namespace store
