#include <array>
#include <bit>

#include "cron/explain_language.hpp"
#include "cron/outline.hpp"
#include "cron/print.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr std::array<const char*, 7> kWeekdayNames{"日", "一", "二", "三", "四", "五", "六"};

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "、") + part;
  return text;
}

std::string number(int value) { return std::to_string(value); }
std::string weekday_name(int weekday) { return std::string("周") + kWeekdayNames[static_cast<std::size_t>(weekday)]; }
std::string clock(int hour, int minute) {
  const auto two = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  return two(hour) + ":" + two(minute);
}

std::vector<std::string> runs(std::uint64_t bits, int low, int high, std::string (*name)(int)) {
  std::vector<std::string> parts;
  for (int value = low; value <= high; ++value) {
    if ((bits >> value & 1U) == 0) continue;
    int last = value;
    while (last < high && bits >> (last + 1) & 1U) ++last;
    if (last - value >= 2) {
      parts.push_back(name(value) + " 至 " + name(last));
      value = last;
    } else {
      parts.push_back(name(value));
    }
  }
  return parts;
}

std::string minutes_text(const Schedule& schedule, const Outline& outline) {
  if (outline.step == 1) return "每分钟";
  if (outline.step > 1) return "每 " + std::to_string(outline.step) + " 分钟";
  return "第 " + join(runs(schedule.minutes, 0, 59, number)) + " 分";
}

std::string times_text(const Schedule& schedule, const Outline& outline) {
  switch (outline.times) {
    case Outline::Times::kEveryMinute:
      return "每分钟";
    case Outline::Times::kSteps:
      return "每 " + std::to_string(outline.step) + " 分钟";
    case Outline::Times::kMinutesOfHour:
      return "每小时" + minutes_text(schedule, outline);
    case Outline::Times::kMinutesOfHours:
      return join(runs(schedule.hours, 0, 23, number)) + " 点的" + minutes_text(schedule, outline);
    case Outline::Times::kList:
      break;
  }
  std::vector<std::string> times;
  for (const TimeOfDay& time : outline.list) times.push_back(clock(time.hour, time.minute));
  return join(times);
}

std::string seconds_text(const Schedule& schedule) {
  if (schedule.seconds == 1) return {};
  if (schedule.seconds == bits_between(0, 59)) return "的每一秒";
  for (const int step : {2, 3, 4, 5, 6, 10, 12, 15, 20, 30})
    if (schedule.seconds == bits_between(0, 59, step)) return "，每 " + std::to_string(step) + " 秒";
  return "的第 " + join(runs(schedule.seconds, 0, 59, number)) + " 秒";
}

std::string term_text(const DayTerm& term) {
  const std::string before = term.number == 0 ? "" : "倒数第 " + std::to_string(term.number + 1) + " 天";
  switch (term.kind) {
    case DayTerm::Kind::kFromLast:
      return term.number == 0 ? "最后一天" : before;
    case DayTerm::Kind::kFromLastWeekday:
      return term.number == 0 ? "最后一个工作日" : "最接近" + before + "的工作日";
    case DayTerm::Kind::kNearestWeekday:
      return "最接近 " + std::to_string(term.number) + " 日的工作日";
    case DayTerm::Kind::kLastOfWeekday:
      return "最后一个" + weekday_name(term.weekday);
    case DayTerm::Kind::kNthOfWeekday:
      return "第 " + std::to_string(term.number) + " 个" + weekday_name(term.weekday);
    case DayTerm::Kind::kNoDay:
      return "不存在的一天";
  }
  return {};
}

std::string dates_text(const Schedule& schedule) {
  std::string text = join(runs(schedule.days, 1, 31, number));
  if (!text.empty()) text += " 日";
  for (const DayTerm& term : schedule.day_terms) text += (text.empty() ? "" : "、") + term_text(term);
  return text;
}

std::string weekdays_text(const Schedule& schedule) {
  std::vector<std::string> parts = runs(schedule.weekdays, 0, 6, weekday_name);
  for (const DayTerm& term : schedule.weekday_terms) parts.push_back(term_text(term));
  return join(parts);
}

std::string days_text(const Schedule& schedule, const Outline& outline) {
  const std::string month = outline.every_month ? "每月" : join(runs(schedule.months, 1, 12, number)) + " 月";
  switch (outline.days) {
    case Outline::Days::kEvery:
      return outline.every_month ? (outline.times == Outline::Times::kList ? "每天 " : "") : month + "的每天 ";
    case Outline::Days::kOfMonth:
      return month + " " + dates_text(schedule) + "，";
    case Outline::Days::kOfWeek:
      // "The last Friday" belongs to a month, "Friday" does not.
      return (outline.every_month && schedule.weekday_terms.empty() ? "" : month + "的") + weekdays_text(schedule) +
             "，";
    case Outline::Days::kEither:
      return month + " " + dates_text(schedule) + "或" + weekdays_text(schedule) + "，";
    case Outline::Days::kBoth:
      return month + " " + dates_text(schedule) + "且为" + weekdays_text(schedule) + "，";
  }
  return {};
}

std::string years_text(const YearSet& set) {
  if (set.all || set.years.all()) return {};
  std::vector<std::string> parts;
  for (int year = kFirstYear; year <= kQuartzLastYear; ++year) {
    if (!set.has(year)) continue;
    const int first = year;
    while (set.has(year + 1)) ++year;
    parts.push_back(first == year ? number(first) : number(first) + " 至 " + number(year));
  }
  return join(parts) + " 年，";
}

}  // namespace

std::string explain_chinese(const Schedule& schedule) {
  if (schedule.kind == Kind::kReboot) return "机器启动时执行一次";
  if (schedule.kind == Kind::kInterval)
    return "从开始时刻起每隔 " + normal_form(schedule).substr(std::string("@every ").size());
  if (schedule.never) return "永不触发：没有符合条件的日期";
  const Outline outline = outline_of(schedule);
  return years_text(schedule.years) + days_text(schedule, outline) + times_text(schedule, outline) +
         seconds_text(schedule);
}

}  // namespace cron
