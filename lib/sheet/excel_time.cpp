#include "sheet/excel_time.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace sheet {

namespace {

constexpr std::int64_t kMillisecondsOfDay = 86'400'000;
constexpr std::size_t kDateLength = 10;
constexpr std::size_t kMostHourDigits = 4;

// All of `text` as digits; -1 for anything else.
int read_digits(std::string_view text) {
  int value = 0;
  for (const char byte : text) {
    if (byte < '0' || byte > '9') return -1;
    value = value * 10 + (byte - '0');
  }
  return text.empty() ? -1 : value;
}

// "mm:ss[.f]" into `time`, which holds the hours already.
bool read_minutes(std::string_view text, ExcelTime& time) {
  if (text.size() < 5 || text[2] != ':') return false;
  const int minute = read_digits(text.substr(0, 2));
  const int second = read_digits(text.substr(3, 2));
  if (minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  time.milliseconds += (minute * 60 + second) * 1000;
  text.remove_prefix(5);
  if (text.empty()) return true;

  if (text.front() != '.' || text.size() == 1 || text.size() > 10 || read_digits(text.substr(1)) < 0) return false;
  text.remove_prefix(1);
  time.digits = static_cast<int>(std::min<std::size_t>(text.size(), kMostFractionDigits));
  int scale = 100;
  for (const char digit : text.substr(0, kMostFractionDigits)) {
    time.milliseconds += (digit - '0') * scale;
    scale /= 10;
  }
  const std::string_view rest = text.substr(static_cast<std::size_t>(time.digits));
  time.is_cut = rest.find_first_not_of('0') != std::string_view::npos;
  return true;
}

}  // namespace

std::optional<std::int32_t> read_date(std::string_view text) {
  using namespace std::chrono;
  if (text.size() != kDateLength || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int y = read_digits(text.substr(0, 4));
  const int m = read_digits(text.substr(5, 2));
  const int d = read_digits(text.substr(8, 2));
  if (y < 1900 || m < 1 || d < 1) return std::nullopt;
  const year_month_day date{year{y}, month{static_cast<unsigned>(m)}, day{static_cast<unsigned>(d)}};
  constexpr year_month_day kFirst{year{1900}, March, day{1}};
  constexpr sys_days kZero{year_month_day{year{1899}, December, day{30}}};
  if (!date.ok() || date < kFirst) return std::nullopt;
  return static_cast<std::int32_t>((sys_days{date} - kZero).count());
}

std::optional<ExcelTime> read_date_time(std::string_view text) {
  if (text.size() < kDateLength + 9 || (text[kDateLength] != ' ' && text[kDateLength] != 'T')) return std::nullopt;
  const std::optional<std::int32_t> day = read_date(text.substr(0, kDateLength));
  const int hour = read_digits(text.substr(kDateLength + 1, 2));
  if (!day || hour < 0 || hour > 23 || text[kDateLength + 3] != ':') return std::nullopt;
  ExcelTime time;
  time.day = *day;
  time.milliseconds = hour * 3'600'000;
  if (!read_minutes(text.substr(kDateLength + 4), time)) return std::nullopt;
  return time;
}

std::optional<ExcelTime> read_time(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon > kMostHourDigits) return std::nullopt;
  const int hours = read_digits(text.substr(0, colon));
  if (hours < 0) return std::nullopt;
  ExcelTime time;
  time.milliseconds = std::int64_t{hours} * 3'600'000;
  if (!read_minutes(text.substr(colon + 1), time)) return std::nullopt;
  return time;
}

void append_serial(std::string& out, const ExcelTime& time) {
  char digits[32];
  const double serial =
      static_cast<double>(time.day) + static_cast<double>(time.milliseconds) / static_cast<double>(kMillisecondsOfDay);
  const auto end = std::to_chars(digits, digits + sizeof digits, serial).ptr;
  out.append(digits, end);
}

}  // namespace sheet
