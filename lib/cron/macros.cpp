#include "cron/macros.hpp"

#include <algorithm>
#include <array>

#include "cron/refusal.hpp"

namespace cron {

namespace {

struct Macro {
  std::string_view name;
  bool every_hour;
  int day;      // 0 for every day
  int month;    // 0 for every month
  int weekday;  // -1 for every day
};

constexpr std::array kMacros{
    Macro{"yearly", false, 1, 1, -1}, Macro{"annually", false, 1, 1, -1}, Macro{"monthly", false, 1, 0, -1},
    Macro{"weekly", false, 0, 0, 0},  Macro{"daily", false, 0, 0, -1},    Macro{"midnight", false, 0, 0, -1},
    Macro{"hourly", true, 0, 0, -1},
};

std::uint32_t all_or_one(const FieldBounds& bounds, int value, int none) {
  if (value == none) return static_cast<std::uint32_t>(bits_between(bounds.low, bounds.high));
  return std::uint32_t{1} << value;
}

}  // namespace

bool read_macro(std::u32string_view name, bool (*same)(std::u32string_view, std::string_view), Schedule& schedule) {
  for (const Macro& macro : kMacros) {
    if (!same(name, macro.name)) continue;
    schedule.minutes = 1;
    schedule.hours = macro.every_hour ? static_cast<std::uint32_t>(bits_between(0, 23)) : 1U;
    schedule.days = all_or_one(kDays, macro.day, 0);
    schedule.months = all_or_one(kMonths, macro.month, 0);
    schedule.weekdays = all_or_one({Field::kWeekday, 0, 6}, macro.weekday, -1);
    schedule.hour_star = macro.every_hour;
    schedule.day_star = macro.day == 0;
    schedule.weekday_star = macro.weekday == -1;
    return true;
  }
  return false;
}

bool same_exactly(std::u32string_view name, std::string_view ascii) {
  return std::equal(name.begin(), name.end(), ascii.begin(), ascii.end(),
                    [](char32_t left, char right) { return left == static_cast<unsigned char>(right); });
}

}  // namespace cron
