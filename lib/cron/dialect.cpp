#include "cron/dialect.hpp"

namespace cron {

std::string_view name_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::kLinux:
      return "linux";
    case Dialect::kSpring:
      return "spring";
    case Dialect::kQuartz:
      return "quartz";
    case Dialect::kK8s:
      return "k8s";
  }
  return "";
}

std::optional<Dialect> dialect_named(std::string_view name) {
  for (const Dialect dialect : kDialects)
    if (name_of(dialect) == name) return dialect;
  return std::nullopt;
}

std::string_view name_of(Field field) {
  switch (field) {
    case Field::kSecond:
      return "second";
    case Field::kMinute:
      return "minute";
    case Field::kHour:
      return "hour";
    case Field::kDay:
      return "day of the month";
    case Field::kMonth:
      return "month";
    case Field::kWeekday:
      return "day of the week";
    case Field::kYear:
      return "year";
    case Field::kWhole:
      return "expression";
  }
  return "";
}

}  // namespace cron
