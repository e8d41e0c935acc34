// One value on its way from a database to a sheet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace task {

// What the bytes of a cell mean. In MySQL a column has one kind; in SQLite each value has its own.
enum class ValueKind : std::uint8_t {
  kNull,
  kInteger,   // decimal digits with an optional sign, up to 64 bits, signed or unsigned
  kDecimal,   // fixed point as the server prints it, scale kept
  kFloat,     // single precision, printed so that it parses back to the same single
  kDouble,    // double precision, likewise
  kDate,      // YYYY-MM-DD, also 0000-00-00 and other impossible dates
  kDateTime,  // YYYY-MM-DD hh:mm:ss[.ffffff], no zone
  kTime,      // [-]hhh:mm:ss[.ffffff]
  kYear,      // YYYY
  kText,      // UTF-8 as stored, which may be broken
  kJson,      // UTF-8
  kBit,       // big-endian bytes
  kBinary,    // bytes
};

struct Cell {
  ValueKind kind = ValueKind::kNull;
  std::string_view bytes;  // valid until the next row is read

  bool is_null() const { return kind == ValueKind::kNull; }
};

// A column of a result.
struct ResultColumn {
  std::string name;
  ValueKind kind = ValueKind::kText;  // in SQLite kText, see the cells
  int scale = 0;                      // digits after the point: kDecimal, kDateTime, kTime
};

}  // namespace task
