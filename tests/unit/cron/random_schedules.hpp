// Expressions, zones and instants for the property tests.
#pragma once

#include <rapidcheck.h>

#include "instants.hpp"

namespace cron_test {

// All shapes of change: an hour, half an hour, two hours, at midnight, a skipped day, none.
inline const std::vector<std::string> kZones{"UTC",
                                             "America/New_York",
                                             "Europe/London",
                                             "Asia/Kathmandu",
                                             "America/Sao_Paulo",
                                             "Australia/Lord_Howe",
                                             "Asia/Shanghai",
                                             "Pacific/Apia",
                                             "Africa/Casablanca",
                                             "Europe/Berlin",
                                             "America/Santiago",
                                             "Africa/Cairo",
                                             "Antarctica/Troll",
                                             "Pacific/Chatham",
                                             "Europe/Dublin",
                                             "America/St_Johns",
                                             "America/Havana",
                                             "Asia/Tehran",
                                             "Pacific/Auckland",
                                             "Asia/Beirut",
                                             "Atlantic/Azores",
                                             "Europe/Moscow",
                                             "Asia/Kolkata",
                                             "Europe/Istanbul",
                                             "Australia/Adelaide",
                                             "America/Nuuk",
                                             "Asia/Gaza",
                                             "America/Caracas",
                                             "Pacific/Kiritimati",
                                             "Asia/Pyongyang",
                                             "America/Phoenix",
                                             "Africa/Johannesburg"};

struct FieldShape {
  int low, high;
  bool weekday;
};

inline rc::Gen<std::string> value_in(FieldShape shape) {
  return rc::gen::map(rc::gen::inRange(shape.low, shape.high + 1), [](int value) { return std::to_string(value); });
}

inline rc::Gen<std::string> term_in(FieldShape shape, bool bare_step) {
  return rc::gen::exec([=] {
    const int low = *rc::gen::inRange(shape.low, shape.high + 1);
    const int high = *rc::gen::inRange(low, shape.high + 1);
    const std::string step = "/" + std::to_string(*rc::gen::inRange(1, 7));
    switch (*rc::gen::inRange(0, bare_step ? 6 : 5)) {
      case 0:
        return std::string("*");
      case 1:
        return "*" + step;
      case 2:
        return std::to_string(low) + "-" + std::to_string(high);
      case 3:
        return std::to_string(low) + "-" + std::to_string(high) + step;
      case 4:
        return std::to_string(low);
      default:
        return std::to_string(low) + step;
    }
  });
}

inline rc::Gen<std::string> field_in(FieldShape shape, bool bare_step) {
  return rc::gen::exec([=] {
    std::string text = *term_in(shape, bare_step);
    const int more = *rc::gen::weightedElement<int>({{6, 0}, {2, 1}, {1, 2}});
    for (int i = 0; i < more; ++i) text += "," + *term_in(shape, bare_step);
    return text;
  });
}

inline rc::Gen<std::string> day_or_letters(cron::Dialect dialect) {
  return rc::gen::exec([=] {
    const bool letters = dialect == cron::Dialect::kSpring || dialect == cron::Dialect::kQuartz;
    if (!letters || *rc::gen::inRange(0, 4) != 0) return *field_in({1, 31, false}, dialect != cron::Dialect::kLinux);
    const std::string day = std::to_string(*rc::gen::inRange(1, 32));
    return *rc::gen::element<std::string>("L", "LW", "L-3", "L-10", day + "W", "1W", "L,15");
  });
}

inline rc::Gen<std::string> weekday_or_letters(cron::Dialect dialect) {
  return rc::gen::exec([=] {
    const bool letters = dialect == cron::Dialect::kSpring || dialect == cron::Dialect::kQuartz;
    const bool bare = dialect != cron::Dialect::kLinux;
    if (letters && *rc::gen::inRange(0, 4) == 0)
      return *rc::gen::element<std::string>("FRI#2", "MON#5", "SUNL", "3L", "2#1");
    switch (dialect) {
      case cron::Dialect::kQuartz:
        return *field_in({1, 7, true}, bare);
      case cron::Dialect::kK8s:
        return *field_in({0, 6, true}, bare);
      default:
        return *field_in({0, 7, true}, bare);
    }
  });
}

inline rc::Gen<std::string> expression_in(cron::Dialect dialect) {
  return rc::gen::exec([=] {
    const bool bare = dialect != cron::Dialect::kLinux;
    const bool seconds = dialect == cron::Dialect::kSpring || dialect == cron::Dialect::kQuartz;
    std::string text = seconds ? *rc::gen::element<std::string>("0", "0", "30", "*/20", "5,50") + " " : "";
    text += *field_in({0, 59, false}, bare) + " " + *field_in({0, 23, false}, bare) + " ";
    std::string day = *day_or_letters(dialect);
    const std::string month = *rc::gen::weightedOneOf<std::string>(
        {{3, rc::gen::just(std::string("*"))}, {1, field_in({1, 12, false}, bare)}});
    std::string weekday =
        *rc::gen::weightedOneOf<std::string>({{2, rc::gen::just(std::string("*"))}, {1, weekday_or_letters(dialect)}});
    if (dialect == cron::Dialect::kQuartz) (*rc::gen::arbitrary<bool>() ? day : weekday) = "?";
    return text + day + " " + month + " " + weekday;
  });
}

struct Sample {
  cron::Dialect dialect;
  std::string text;
  std::string zone;
  cron::Second from;
};

// An instant from 1975 to 2100, mostly within two days of a clock change of the zone.
inline rc::Gen<Sample> sample() {
  return rc::gen::exec([] {
    Sample made;
    made.dialect = *rc::gen::elementOf(std::vector<cron::Dialect>(cron::kDialects.begin(), cron::kDialects.end()));
    made.text = *expression_in(made.dialect);
    made.zone = *rc::gen::elementOf(kZones);
    made.from = *rc::gen::inRange<cron::Second>(157'766'400, 4'102'444'800);
    if (*rc::gen::inRange(0, 3) != 0) {
      const cron::Span span = zone(made.zone).span_at(made.from);
      if (span.end < 4'102'444'800) made.from = span.end + *rc::gen::inRange<cron::Second>(-172'800, 172'800);
    }
    return made;
  });
}

inline void showValue(const Sample& made, std::ostream& out) {
  out << cron::name_of(made.dialect) << " '" << made.text << "' in " << made.zone << " from " << made.from;
}

}  // namespace cron_test
