// Dates and times as Excel counts them: days since 1899-12-30, no zone, no rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sheet {

inline constexpr int kMostFractionDigits = 3;  // that Excel shows of a second

struct ExcelTime {
  std::int32_t day = 0;           // the serial; 0 for a TIME
  std::int64_t milliseconds = 0;  // of the day, or all of a TIME
  int digits = 0;                 // of the fraction as printed, at most 3
  bool is_cut = false;            // digits other than 0 were left out
};

// "YYYY-MM-DD" from 1900-03-01 (before it Excel's calendar has a day that never was) to 9999-12-31.
// Empty for anything else, zero and partial dates among it.
std::optional<std::int32_t> read_date(std::string_view text);

// "YYYY-MM-DD hh:mm:ss[.f]" with such a date.
std::optional<ExcelTime> read_date_time(std::string_view text);

// "h:mm:ss[.f]" with any number of hours below 10,000 and no sign.
std::optional<ExcelTime> read_time(std::string_view text);

// Appends the serial: the shortest decimal that parses back to the same double.
void append_serial(std::string& out, const ExcelTime& time);

}  // namespace sheet
