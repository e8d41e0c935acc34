#include "forecasting/comparison.hpp"

#include <fmt/format.h>

#include "base/json.hpp"
#include "cron/compare.hpp"
#include "cron/print.hpp"
#include "forecasting/columns.hpp"

namespace forecasting {

namespace {

using base::Json;
using base::Outcome;

// The refusal that helps most: of a dialect whose number of fields the text has.
const cron::Reading& likeliest(const std::vector<cron::Reading>& readings) {
  for (const cron::Reading& reading : readings)
    if (std::get<cron::SyntaxError>(reading.parsed).field != cron::Field::kWhole) return reading;
  return readings.front();
}

Json reading_json(const cron::Reading& reading, const Asked& asked) {
  Json json = Json::object();
  const cron::Schedule* schedule = cron::schedule_in(reading.parsed);
  json.add("dialect", cron::name_of(reading.dialect)).add("accepted", schedule != nullptr);
  if (schedule == nullptr) {
    const auto& error = std::get<cron::SyntaxError>(reading.parsed);
    return json.add("message", error.message).add("position", error.position);
  }
  Json next = Json::array();
  for (const Second at : firings_of(*schedule, asked)) next.push(local_text(at, asked.zone));
  return json.add("normalised", cron::normal_form(*schedule))
      .add("explanation", cron::explain(*schedule, asked.language))
      .add(asked.question.previous ? "previous" : "next", next);
}

// For a reader who wants one answer: that of the first dialect that accepts the text.
void add_first_accepted(Json& data, const std::vector<cron::Reading>& readings, const Asked& asked) {
  for (const cron::Reading& reading : readings) {
    const cron::Schedule* schedule = cron::schedule_in(reading.parsed);
    if (schedule == nullptr) continue;
    Json next = Json::array();
    for (const Second at : firings_of(*schedule, asked)) next.push(local_text(at, asked.zone));
    data.add("dialect", cron::name_of(reading.dialect)).add(asked.question.previous ? "previous" : "next", next);
    return;
  }
}

base::Report refuse_all(base::Context& context, const Asked& asked, const std::vector<cron::Reading>& readings) {
  const cron::Reading& best = likeliest(readings);
  const auto& error = std::get<cron::SyntaxError>(best.parsed);
  if (context.json) {
    context.out.line(Json::object()
                         .add("code", base::row_of(Outcome::kInvalid).json_code)
                         .add("message", error.message)
                         .add("position", error.position)
                         .add("dialect", cron::name_of(best.dialect))
                         .add("hint", hint_for(asked.question.text, error, best.dialect))
                         .text());
    return {Outcome::kInvalid, {{"reason", error.message}}, std::nullopt};
  }
  context.out.write("no dialect accepts this text\n" + pointed_out(asked.question.text, error));
  for (const cron::Reading& reading : readings)
    context.out.line(fmt::format("{:>8}: {}", cron::name_of(reading.dialect),
                                 base::printable(std::get<cron::SyntaxError>(reading.parsed).message)));
  context.out.line(error.hint);
  return {Outcome::kInvalid, {{"reason", error.message}}, std::nullopt};
}

// A line of one dialect, its name in front or blanks.
void print_line(std::string_view name, const std::string& text, base::Output& out) {
  constexpr std::size_t kName = 8;
  const std::string colon = name.empty() ? "  " : ": ";
  out.line(right_aligned(name, kName) + colon + wrapped(base::printable(text), kName + 2));
}

void print_times(const cron::Schedule& schedule, const Asked& asked, base::Output& out) {
  const bool chinese = asked.language == cron::Language::kChinese;
  const auto times = firings_of(schedule, asked);
  for (const Second at : times)
    print_line(
        "",
        fmt::format("{}   {}   {}", shown_text(at, asked.zone), utc_text(at), distance_text(asked.now, at, chinese)),
        out);
  if (times.empty() && !schedule.never) print_line("", chinese ? "无触发" : "no firing", out);
}

void print_notes(const cron::Schedule& schedule, const Asked& asked, base::Output& out) {
  const bool chinese = asked.language == cron::Language::kChinese;
  for (const std::string& note : cron::explain_notes(schedule, asked.zone, asked.from, asked.language))
    print_line("", (chinese ? "注意: " : "note: ") + note, out);
}

void print_reading(const cron::Reading& reading, const cron::Schedule*& first, const Asked& asked, base::Output& out) {
  const bool chinese = asked.language == cron::Language::kChinese;
  const cron::Schedule* schedule = cron::schedule_in(reading.parsed);
  const auto name = cron::name_of(reading.dialect);
  if (schedule == nullptr) {
    const std::string& reason = std::get<cron::SyntaxError>(reading.parsed).message;
    return print_line(name, (chinese ? "不接受: " : "refused: ") + reason, out);
  }
  const std::string words = cron::explain(*schedule, asked.language);
  if (first == nullptr) {
    print_line(name, words, out);
    first = schedule;
    print_times(*schedule, asked, out);
    return print_notes(*schedule, asked, out);
  }
  if ((first->never && schedule->never) || cron::difference_in_words(*first, *schedule).empty()) {
    const std::string other(cron::name_of(first->dialect));
    return print_line(name, chinese ? "与 " + other + " 相同" : "the same as " + other, out);
  }
  print_line(name, words, out);
  if (cron::explain(*first, asked.language) == words)
    print_line("", (chinese ? "但是" : "but ") + cron::explain_clock_rule(*schedule, asked.language), out);
  if (firings_of(*first, asked) != firings_of(*schedule, asked)) print_times(*schedule, asked, out);
  print_notes(*schedule, asked, out);
}

}  // namespace

base::Report compare_dialects(base::Context& context, const Asked& asked) {
  const auto readings = cron::readings_of(asked.question.text, asked.question.seed);
  const bool any = std::any_of(readings.begin(), readings.end(),
                               [](const auto& reading) { return cron::schedule_in(reading.parsed) != nullptr; });
  if (!any) return refuse_all(context, asked, readings);
  if (context.json) {
    Json list = Json::array();
    for (const cron::Reading& reading : readings) list.push(reading_json(reading, asked));
    Json data = Json::object();
    data.add("expression", asked.question.text).add("zone", asked.question.zone).add("readings", list);
    add_first_accepted(data, readings, asked);
    context.out.line(Json::object().add("code", 0).add("data", data).text());
  } else {
    const bool chinese = asked.language == cron::Language::kChinese;
    context.out.line((chinese ? "表达式: " : "expression: ") + base::printable(asked.question.text) +
                     (chinese ? "   （时区 " : "   (zone ") + asked.question.zone +
                     (chinese ? "；用 --dialect 指定方言）" : "; name the dialect with --dialect)"));
    const cron::Schedule* first = nullptr;
    for (const cron::Reading& reading : readings) print_reading(reading, first, asked, context.out);
  }
  bool fires = false;
  for (const cron::Reading& reading : readings)
    if (const auto* schedule = cron::schedule_in(reading.parsed))
      fires = fires || !firings_of(*schedule, asked).empty();
  return {asked.question.must_fire && !fires ? Outcome::kInvalid : Outcome::kDone, {}, std::nullopt};
}

}  // namespace forecasting
