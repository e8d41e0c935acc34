#include "cron/explain.hpp"

#include <bit>

#include "cron/civil.hpp"
#include "cron/engine_walk.hpp"
#include "cron/explain_language.hpp"
#include "cron/outline.hpp"
#include "cron/refusal.hpp"

namespace cron {

std::string explain(const Schedule& schedule, Language language) {
  return language == Language::kChinese ? explain_chinese(schedule) : explain_english(schedule);
}

std::string explain_clock_rule(const Schedule& schedule, Language language) {
  const bool chinese = language == Language::kChinese;
  if (schedule.kind == Kind::kInterval)
    return chinese ? "时钟变动不影响间隔" : "clock changes do not matter: the interval is counted";
  switch (schedule.clock_rule) {
    case ClockRule::kLiteral:
      return chinese ? "按钟面触发：被跳过的时刻当天不触发，重复的时刻触发两次"
                     : "by the wall clock: a skipped time does not fire that day, a repeated one fires twice";
    case ClockRule::kSecondReading:
      return chinese ? "被跳过的时刻当天不触发，重复的时刻只在第二次触发"
                     : "a skipped time does not fire that day, a repeated one fires only the second time";
    case ClockRule::kCatchUp:
      return chinese ? "被跳过的时刻在跳变后立即触发，重复的时刻只触发第一次"
                     : "a skipped time fires right after the change, a repeated one fires only the first time";
  }
  return {};
}

namespace {

bool has_moved_weekday(const Schedule& schedule) {
  for (const DayTerm& term : schedule.day_terms)
    if (term.kind == DayTerm::Kind::kNearestWeekday || term.kind == DayTerm::Kind::kFromLastWeekday) return true;
  return false;
}

int times_in_a_day(const Schedule& schedule) {
  return std::popcount(schedule.seconds) * std::popcount(schedule.minutes) * std::popcount(schedule.hours);
}

bool is_leap_day_only(const Schedule& schedule) {
  constexpr std::uint32_t kFebruary = 1U << 2;
  constexpr std::uint32_t kLeapDay = 1U << 29;
  return schedule.months == kFebruary && schedule.days == kLeapDay && schedule.day_rule == DayRule::kBoth;
}

}  // namespace

namespace {

struct Note {
  const char* english;
  const char* chinese;
};

constexpr Note kMovedByW{
    "Quartz 2.5.2 loses part of the times of a day that W has moved: it keeps the time of day with which it began to "
    "search; "
    "all of them are listed here",
    "Quartz 2.5.2 会丢失 W 移动后那一天的部分时刻（搜索沿用开始时的时刻）；这里全部列出"};
constexpr Note kQuartzWeekdays{"quartz: 1 is Sunday; in linux 1 is Monday",
                               "quartz 的 1 是星期日；linux 的 1 是星期一"};
constexpr Note kSpringWeekdayStep{"spring: a step among the weekdays begins on Monday; elsewhere on Sunday",
                                  "spring 的星期步长从星期一算起，其他方言从星期日算起"};
constexpr Note kEitherDay{"both day fields are set: it fires when either matches; in spring both must match",
                          "日期和星期都有限制：满足其一即触发；spring 要求同时满足"};
constexpr Note kBothDays{"both day fields are set: it fires when both match; in linux and k8s either is enough",
                         "日期和星期都有限制：两者都满足才触发；linux 和 k8s 满足其一即可"};
constexpr Note kFiveYears{"Kubernetes gives up after five years: from 2096 to 2099 it finds nothing",
                          "Kubernetes 最多向前找五年：2096 至 2099 年间找不到"};
constexpr Note kUnevenQuartz{
    "this zone changes its clocks at midnight or by other than an hour; Quartz itself can stay silent on such a day, "
    "here it fires",
    "该时区在午夜变动时钟，或变动幅度不是一小时；Quartz 当天可能整天不触发，这里照常触发"};
constexpr Note kUnevenWalk{
    "this zone changes its clocks at midnight or by other than an hour; the firings near it are those of the real "
    "engine, which "
    "skips or moves some",
    "该时区在午夜变动时钟，或变动幅度不是一小时；附近的触发时刻与真实引擎一致，个别会被跳过或移动"};

bool has_number_among_weekdays(const Schedule& schedule) {
  const std::u32string text = decode(schedule.text);
  const auto fields = words({text, 0}, is_go_space);
  const std::size_t at = schedule.dialect == Dialect::kSpring || schedule.dialect == Dialect::kQuartz ? 5 : 4;
  return fields.size() > at && fields[at].text.find_first_of(U"0123456789") != std::u32string_view::npos;
}

bool has_step_among_weekdays(const Schedule& schedule) {
  const std::size_t slash = schedule.text.rfind("*/");
  return slash != std::string::npos && schedule.text.find(' ', slash) == std::string::npos;
}

}  // namespace

std::vector<std::string> explain_notes(const Schedule& schedule, const Zone& zone, Second from, Language language) {
  std::vector<std::string> notes;
  if (schedule.kind != Kind::kCalendar || schedule.never) return notes;
  const auto note = [&](const Note& text) {
    notes.emplace_back(language == Language::kChinese ? text.chinese : text.english);
  };
  const bool uneven = has_uneven_change(zone, from, from + 366 * kSecondsPerDay);
  const Outline::Days days = outline_of(schedule).days;
  if (schedule.dialect == Dialect::kQuartz) {
    if (has_number_among_weekdays(schedule)) note(kQuartzWeekdays);
    if (has_moved_weekday(schedule) && times_in_a_day(schedule) > 1) note(kMovedByW);
    if (uneven) note(kUnevenQuartz);
  }
  if (schedule.dialect == Dialect::kSpring && has_step_among_weekdays(schedule)) note(kSpringWeekdayStep);
  if (schedule.dialect == Dialect::kK8s && is_leap_day_only(schedule)) note(kFiveYears);
  if (days == Outline::Days::kEither) note(kEitherDay);
  if (days == Outline::Days::kBoth && schedule.dialect == Dialect::kSpring) note(kBothDays);
  if (uneven && (schedule.dialect == Dialect::kSpring || schedule.dialect == Dialect::kK8s)) note(kUnevenWalk);
  return notes;
}

}  // namespace cron
