#include "forecasting/calendar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "cron/civil.hpp"
#include "cron/firings.hpp"
#include "forecasting/asked.hpp"
#include "forecasting/columns.hpp"
#include "forecasting/findings_text.hpp"

namespace forecasting {

namespace {

using base::Json;
using cron::kSecondsPerDay;
using cron::kSecondsPerHour;

constexpr std::size_t kBusiestShown = 5;
constexpr std::size_t kJobsShown = 4;
constexpr std::size_t kMinutes = std::size_t{8} * 24 * 60;  // a week in which clocks go back is longer than seven days
constexpr std::size_t kLongestJob = 40;

struct Minutes {
  std::vector<std::uint32_t> jobs = std::vector<std::uint32_t>(kMinutes, 0);
};

const cron::Zone& zone_of(const FoundSchedule& found, const cron::Zone& shown) {
  return found.zone ? *found.zone : shown;
}

std::string job_name(const FoundSchedule& found) {
  const std::string name = shortened(found.job.empty() ? found.schedule.text : found.job, kLongestJob);
  return found.line == 0 ? name : fmt::format("{} ({}:{})", name, found.file, found.line);
}

void add_firings(const FoundSchedule& found, const cron::Zone& shown, WeekLoad& load, Minutes& minutes) {
  cron::Firings firings(found.schedule, zone_of(found, shown));
  std::size_t last_minute = kMinutes;
  for (auto at = firings.next(load.begin - 1); at && *at < load.end; at = firings.next(*at)) {
    const cron::Second wall = *at + shown.span_at(*at).offset;
    const cron::Second first_day = cron::day_of(load.begin + shown.span_at(load.begin).offset);
    const auto day = static_cast<std::size_t>(std::clamp<cron::Second>(cron::day_of(wall) - first_day, 0, 6));
    ++load.firings[day][static_cast<std::size_t>(cron::civil_of(wall).hour)];
    const auto minute = static_cast<std::size_t>((*at - load.begin) / 60);
    if (minute != last_minute) ++minutes.jobs[minute];
    last_minute = minute;
  }
}

std::vector<BusyMinute> busiest_of(const std::vector<FoundSchedule>& schedules, const cron::Zone& shown,
                                   const WeekLoad& load, const Minutes& minutes) {
  std::vector<std::size_t> order(kMinutes);
  for (std::size_t i = 0; i < kMinutes; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return minutes.jobs[left] > minutes.jobs[right]; });
  std::vector<BusyMinute> busiest;
  for (std::size_t i = 0; i < kBusiestShown && minutes.jobs[order[i]] > 1; ++i) {
    BusyMinute busy{load.begin + static_cast<cron::Second>(order[i]) * 60, {}};
    for (const FoundSchedule& found : schedules) {
      const auto next = cron::Firings(found.schedule, zone_of(found, shown)).next(busy.at - 1);
      if (next && *next < busy.at + 60) busy.jobs.push_back(job_name(found));
    }
    busiest.push_back(std::move(busy));
  }
  return busiest;
}

// Two characters a number, and a colour by its share of the most when it is for a terminal.
std::string cell(std::size_t count, std::size_t most, bool colour) {
  constexpr std::array<int, 5> kShades{22, 28, 64, 172, 160};
  const std::string text = count == 0 ? " ." : count > 99 ? "++" : fmt::format("{:2}", count);
  if (!colour || count == 0) return " " + text;
  const std::size_t shade = std::min<std::size_t>(4, count * 5 / (most + 1));
  return fmt::format(" \x1b[97;48;5;{}m{}\x1b[0m", kShades[shade], text);
}

void print_load(const WeekLoad& load, const cron::Zone& zone, base::Output& out) {
  const bool colour = out.is_terminal() && std::getenv("NO_COLOR") == nullptr;
  std::size_t most = 0, total = 0;
  for (const auto& day : load.firings)
    for (const std::size_t count : day) most = std::max(most, count), total += count;
  out.line(fmt::format("firings per hour from {} in {}", shown_text(load.begin, zone).substr(0, 14), zone.name()));
  std::string head = "              ";
  head.resize(7);
  for (int hour = 0; hour < 24; ++hour) head += fmt::format(" {:02}", hour);
  out.line(head);
  for (std::size_t day = 0; day < 7; ++day) {
    const cron::Second noon = load.begin + static_cast<cron::Second>(day) * kSecondsPerDay + 12 * kSecondsPerHour;
    const std::string date = shown_text(noon, zone);
    std::string row = date.substr(0, 3) + " " + date.substr(12, 2) + " ";
    for (const std::size_t count : load.firings[day]) row += cell(count, most, colour);
    out.line(row);
  }
  out.line(fmt::format("{} firings, at most {} in an hour (++ is above 99)", total, most));
  for (const BusyMinute& busy : load.busiest) {
    out.line(fmt::format("{} jobs at {}:", busy.jobs.size(), shown_text(busy.at, zone)));
    for (std::size_t i = 0; i < busy.jobs.size() && i < kJobsShown; ++i)
      out.line("    " + base::printable(busy.jobs[i]));
    if (busy.jobs.size() > kJobsShown) out.line(fmt::format("    and {} more", busy.jobs.size() - kJobsShown));
  }
}

Json load_json(const WeekLoad& load, const cron::Zone& zone) {
  Json days = Json::array();
  for (std::size_t day = 0; day < 7; ++day) {
    Json hours = Json::array();
    for (const std::size_t count : load.firings[day]) hours.push(count);
    const cron::Second noon = load.begin + static_cast<cron::Second>(day) * kSecondsPerDay + 12 * kSecondsPerHour;
    days.push(Json::object().add("date", local_text(noon, zone).substr(0, 10)).add("firingsPerHour", hours));
  }
  Json busiest = Json::array();
  for (const BusyMinute& busy : load.busiest) {
    Json jobs = Json::array();
    for (const std::string& job : busy.jobs) jobs.push(job);
    busiest.push(Json::object().add("at", local_text(busy.at, zone)).add("jobs", jobs));
  }
  return Json::object()
      .add("from", local_text(load.begin, zone))
      .add("zone", zone.name())
      .add("days", days)
      .add("busiestMinutes", busiest);
}

void print_errors(const Checked& checked, base::Output& out) {
  Checked errors;
  for (const FileFinding& found : checked.findings)
    if (found.finding.rule.severity == cron::Severity::kError) errors.findings.push_back(found);
  if (errors.findings.empty()) return;
  out.line("not counted, because of errors:");
  out.write(as_text(errors));
}

// What could not be read is missing from the picture, so an error is an error here too.
base::Report show(base::Context& context, const Checked& checked, const Asked& asked) {
  const WeekLoad load = load_of_week(checked.schedules, asked.zone, asked.from);
  const std::size_t errors = checked.count(cron::Severity::kError);
  const base::Outcome outcome = errors > 0 ? base::Outcome::kInvalid : base::Outcome::kDone;
  if (context.json) {
    Json data = load_json(load, asked.zone).add("errors", errors);
    context.out.line(Json::object().add("code", base::row_of(outcome).json_code).add("data", data).text());
  } else {
    print_load(load, asked.zone, context.out);
    print_errors(checked, context.out);
  }
  return {outcome, {{"schedules", checked.schedules.size()}, {"errors", errors}}, std::nullopt};
}

}  // namespace

WeekLoad load_of_week(const std::vector<FoundSchedule>& schedules, const cron::Zone& zone, cron::Second from) {
  WeekLoad load;
  const cron::Second wall = from + zone.span_at(from).offset;
  const cron::Second midnight = cron::day_of(wall) * kSecondsPerDay;
  const auto instant_of = [&](cron::Second day) { return day - zone.span_at(day - zone.span_at(from).offset).offset; };
  load.begin = instant_of(midnight);
  load.end = instant_of(midnight + 7 * kSecondsPerDay);
  Minutes minutes;
  for (const FoundSchedule& found : schedules) add_firings(found, zone, load, minutes);
  load.busiest = busiest_of(schedules, zone, load, minutes);
  return load;
}

base::Report show_calendar(base::Context& context, const Question& question) {
  const Asked asked = read_question(question);
  const cron::Dialect dialect =
      question.dialect.empty() ? likely_dialect(question.text) : read_dialect(question.dialect);
  const cron::Parsed parsed = cron::parse(question.text, dialect, question.seed);
  const cron::Schedule* schedule = cron::schedule_in(parsed);
  if (schedule == nullptr) return say_invalid(context, asked, std::get<cron::SyntaxError>(parsed), dialect);
  Checked one;
  one.schedules.push_back({"", 0, "", *schedule, std::nullopt});
  return show(context, one, asked);
}

base::Report show_calendar(base::Context& context, const Checked& checked, const Question& question) {
  return show(context, checked, read_question(question));
}

}  // namespace forecasting
