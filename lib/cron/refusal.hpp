// How the readers of the four dialects stop at the first thing that is wrong. Inside lib/cron only:
// parse() turns a Refusal into a value.
#pragma once

#include <array>
#include <string>

#include "cron/parse.hpp"
#include "cron/source_text.hpp"

namespace cron {

struct Refusal {
  SyntaxError error;
};

struct FieldBounds {
  Field field;
  int low;
  int high;
};

inline constexpr FieldBounds kSeconds{Field::kSecond, 0, 59};
inline constexpr FieldBounds kMinutes{Field::kMinute, 0, 59};
inline constexpr FieldBounds kHours{Field::kHour, 0, 23};
inline constexpr FieldBounds kDays{Field::kDay, 1, 31};
inline constexpr FieldBounds kMonths{Field::kMonth, 1, 12};

[[noreturn]] void refuse(Field field, Piece where, std::string message, std::string hint = {});

// The common refusals, worded alike in all dialects.
[[noreturn]] void refuse_count(Piece text, std::size_t found, const std::vector<Piece>& fields, std::size_t most,
                               std::string wanted);
[[noreturn]] void refuse_number(const FieldBounds& bounds, Piece where);  // not readable as a number or a name
[[noreturn]] void refuse_range(const FieldBounds& bounds, Piece where, std::int64_t value);
[[noreturn]] void refuse_backwards(const FieldBounds& bounds, Piece where);
[[noreturn]] void refuse_step(const FieldBounds& bounds, Piece where);  // zero or unreadable
[[noreturn]] void refuse_macro(Piece where, std::string hint);

// Bits low to high in steps; `high` at most 63.
std::uint64_t bits_between(int low, int high, int step = 1);

// The readers. They throw Refusal and leave complete() to parse().
Schedule read_linux(Piece text, std::string_view seed);
Schedule read_k8s(Piece text);
Schedule read_spring(Piece text);
Schedule read_quartz(Piece text);

}  // namespace cron
