// The four readings of a cron expression.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cron {

enum class Dialect : std::uint8_t {
  kLinux,   // cronie 1.7: five fields, what vixie's crontab(5) became
  kSpring,  // Spring 5.3 and later: six fields, seconds first
  kQuartz,  // Quartz 2.x: six or seven fields, 1 is Sunday
  kK8s,     // robfig/cron v3, as the Kubernetes CronJob controller calls it
};

inline constexpr std::array kDialects{Dialect::kLinux, Dialect::kSpring, Dialect::kQuartz, Dialect::kK8s};

// "linux", "spring", "quartz", "k8s".
std::string_view name_of(Dialect dialect);

std::optional<Dialect> dialect_named(std::string_view name);

// The fields of an expression, in the order of a six-field one.
enum class Field : std::uint8_t { kSecond, kMinute, kHour, kDay, kMonth, kWeekday, kYear, kWhole };

// "minute", "day of the month"; "expression" for kWhole.
std::string_view name_of(Field field);

}  // namespace cron
