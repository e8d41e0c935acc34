#include <array>
#include <bit>

#include "cron/explain_language.hpp"
#include "cron/outline.hpp"
#include "cron/print.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr std::array<const char*, 7> kWeekdayNames{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::array<const char*, 12> kMonthNames{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

std::string join(const std::vector<std::string>& parts, const char* last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? last : ", ";
    text += parts[i];
  }
  return text;
}

// "5, 20 and 30 to 40".
std::vector<std::string> runs(std::uint64_t bits, int low, int high, std::string (*name)(int)) {
  std::vector<std::string> parts;
  for (int value = low; value <= high; ++value) {
    if ((bits >> value & 1U) == 0) continue;
    int last = value;
    while (last < high && bits >> (last + 1) & 1U) ++last;
    if (last - value >= 2) {
      parts.push_back(name(value) + " to " + name(last));
      value = last;
    } else {
      parts.push_back(name(value));
    }
  }
  return parts;
}

std::string number(int value) { return std::to_string(value); }
std::string month_name(int month) { return kMonthNames[static_cast<std::size_t>(month - 1)]; }
std::string weekday_name(int weekday) { return kWeekdayNames[static_cast<std::size_t>(weekday)]; }
std::string clock(int hour, int minute) {
  const auto two = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  return two(hour) + ":" + two(minute);
}
std::string hour_name(int hour) { return clock(hour, 0); }

std::string ordinal(int value) {
  const bool teen = value % 100 >= 11 && value % 100 <= 13;
  const char* ending = teen ? "th" : value % 10 == 1 ? "st" : value % 10 == 2 ? "nd" : value % 10 == 3 ? "rd" : "th";
  return std::to_string(value) + ending;
}

std::string minutes_text(const Schedule& schedule, const Outline& outline) {
  if (outline.step == 1) return "every minute";
  if (outline.step > 1) return "every " + std::to_string(outline.step) + " minutes";
  const bool one = std::popcount(schedule.minutes) == 1;
  return std::string(one ? "at minute " : "at minutes ") + join(runs(schedule.minutes, 0, 59, number));
}

std::string times_text(const Schedule& schedule, const Outline& outline) {
  switch (outline.times) {
    case Outline::Times::kEveryMinute:
      return "every minute";
    case Outline::Times::kSteps:
      return "every " + std::to_string(outline.step) + " minutes";
    case Outline::Times::kMinutesOfHour:
      return minutes_text(schedule, outline) + " of every hour";
    case Outline::Times::kMinutesOfHours:
      return minutes_text(schedule, outline) + " of the hours that begin at " +
             join(runs(schedule.hours, 0, 23, hour_name));
    case Outline::Times::kList:
      break;
  }
  std::vector<std::string> times;
  for (const TimeOfDay& time : outline.list) times.push_back(clock(time.hour, time.minute));
  return "at " + join(times);
}

std::string seconds_text(const Schedule& schedule) {
  if (schedule.seconds == 1) return {};
  if (schedule.seconds == bits_between(0, 59)) return "every second of the minute, ";
  for (const int step : {2, 3, 4, 5, 6, 10, 12, 15, 20, 30})
    if (schedule.seconds == bits_between(0, 59, step))
      return "every " + std::to_string(step) + " seconds of the minute, ";
  const bool one = std::popcount(schedule.seconds) == 1;
  return std::string(one ? "at second " : "at seconds ") + join(runs(schedule.seconds, 0, 59, number)) + ", ";
}

std::string term_text(const DayTerm& term) {
  const std::string before =
      term.number == 0 ? "" : std::to_string(term.number) + (term.number == 1 ? " day before " : " days before ");
  switch (term.kind) {
    case DayTerm::Kind::kFromLast:
      return before + "the last day of the month";
    case DayTerm::Kind::kFromLastWeekday:
      return term.number == 0 ? "the last working day of the month"
                              : "the working day nearest to " + before + "the last day of the month";
    case DayTerm::Kind::kNearestWeekday:
      return "the working day nearest to the " + ordinal(term.number);
    case DayTerm::Kind::kLastOfWeekday:
      return "the last " + weekday_name(term.weekday) + " of the month";
    case DayTerm::Kind::kNthOfWeekday:
      return "the " + ordinal(term.number) + " " + weekday_name(term.weekday) + " of the month";
    case DayTerm::Kind::kNoDay:
      return "a day that does not exist";
  }
  return {};
}

std::string dates_text(const Schedule& schedule) {
  std::vector<std::string> parts = runs(schedule.days, 1, 31, number);
  if (!parts.empty()) parts.front() = (std::popcount(schedule.days) == 1 ? "day " : "days ") + parts.front();
  if (!parts.empty() && schedule.day_terms.empty()) return join(parts) + " of the month";
  for (const DayTerm& term : schedule.day_terms) parts.push_back(term_text(term));
  return join(parts);
}

std::string weekdays_text(const Schedule& schedule) {
  std::vector<std::string> parts = runs(schedule.weekdays, 0, 6, weekday_name);
  for (const DayTerm& term : schedule.weekday_terms) parts.push_back(term_text(term));
  return join(parts);
}

std::string days_text(const Schedule& schedule, const Outline& outline) {
  switch (outline.days) {
    case Outline::Days::kEvery:
      return outline.times == Outline::Times::kList ? ", every day" : "";
    case Outline::Days::kOfMonth:
      return ", on " + dates_text(schedule);
    case Outline::Days::kOfWeek:
      return ", on " + weekdays_text(schedule);
    case Outline::Days::kEither:
      return ", on " + dates_text(schedule) + " or on " + weekdays_text(schedule);
    case Outline::Days::kBoth:
      return ", on " + dates_text(schedule) + " when it is also " + weekdays_text(schedule);
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
    parts.push_back(first == year ? number(first) : number(first) + " to " + number(year));
  }
  return parts.empty() ? ", in no year" : ", in " + join(parts);
}

}  // namespace

std::string explain_english(const Schedule& schedule) {
  if (schedule.kind == Kind::kReboot) return "once, when the machine starts";
  if (schedule.kind == Kind::kInterval)
    return "every " + normal_form(schedule).substr(std::string("@every ").size()) + ", counted from the start";
  if (schedule.never) return "never: no date has what it asks for";
  const Outline outline = outline_of(schedule);
  std::string text = seconds_text(schedule) + times_text(schedule, outline) + days_text(schedule, outline);
  if (!outline.every_month) text += ", in " + join(runs(schedule.months, 1, 12, month_name));
  return text + years_text(schedule.years);
}

}  // namespace cron
