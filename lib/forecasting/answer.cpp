// One expression: read it, say what it means, list when it fires.
#include <fmt/format.h>

#include "base/json.hpp"
#include "cron/compare.hpp"
#include "cron/print.hpp"
#include "forecasting/asked.hpp"
#include "forecasting/columns.hpp"
#include "forecasting/comparison.hpp"
#include "forecasting/conversion.hpp"

namespace forecasting {

namespace {

using base::Json;
using base::Outcome;

// A line between two firings when the clocks change between them.
std::string change_between(Second before, Second behind, const cron::Zone& zone) {
  const cron::Span span = zone.span_at(std::max(before, behind));
  if (span.begin <= std::min(before, behind) || span.jump_in() == 0) return {};
  const Second jump = span.jump_in();
  return fmt::format("  -- clocks go {} by {} at {}\n", jump > 0 ? "forward" : "back",
                     length_text(jump > 0 ? jump : -jump), shown_text(span.begin, zone));
}

void print_times(const Asked& asked, const std::vector<Second>& times, base::Output& out) {
  Second before = asked.from;
  for (const Second at : times) {
    out.write(change_between(before, at, asked.zone));
    out.write(fmt::format("  {}   {}   {}\n", shown_text(at, asked.zone), utc_text(at),
                          distance_text(asked.now, at, asked.language == cron::Language::kChinese)));
    before = at;
  }
}

Json times_json(const Asked& asked, const std::vector<Second>& times) {
  Json list = Json::array();
  for (const Second at : times) list.push(local_text(at, asked.zone));
  return list;
}

// What the other dialects that accept the text would do with it, where they would do otherwise.
std::vector<std::string> elsewhere(const cron::Schedule& schedule, const Asked& asked) {
  std::vector<std::string> lines;
  for (const cron::Reading& reading : cron::readings_of(asked.question.text, asked.question.seed)) {
    const cron::Schedule* other = cron::schedule_in(reading.parsed);
    if (other == nullptr || reading.dialect == schedule.dialect) continue;
    const std::string words = cron::explain(*other, asked.language);
    if (words != cron::explain(schedule, asked.language))
      lines.push_back(fmt::format("{}: {}", cron::name_of(reading.dialect), words));
    else if (other->clock_rule != schedule.clock_rule)
      lines.push_back(
          fmt::format("{}: {}", cron::name_of(reading.dialect), cron::explain_clock_rule(*other, asked.language)));
  }
  return lines;
}

Json data_json(const cron::Schedule& schedule, const Asked& asked, const std::vector<Second>& times) {
  Json data = Json::object();
  data.add("expression", asked.question.text)
      .add("dialect", cron::name_of(schedule.dialect))
      .add("zone", asked.question.zone)
      .add("normalised", cron::normal_form(schedule))
      .add(asked.question.previous ? "previous" : "next", times_json(asked, times))
      .add("never", schedule.never);
  Json changes = Json::array();
  Second before = asked.from;
  for (const Second at : times) {
    const cron::Span span = asked.zone.span_at(std::max(before, at));
    if (span.begin > std::min(before, at) && span.jump_in() != 0) changes.push(local_text(span.begin, asked.zone));
    before = at;
  }
  data.add("clockChanges", changes);
  if (!asked.question.explain) return data;
  Json notes = Json::array();
  for (const std::string& note : cron::explain_notes(schedule, asked.zone, asked.from, asked.language))
    notes.push(note);
  Json others = Json::array();
  for (const std::string& other : elsewhere(schedule, asked)) others.push(other);
  return data.add("explanation", cron::explain(schedule, asked.language))
      .add("clockRule", cron::explain_clock_rule(schedule, asked.language))
      .add("notes", notes)
      .add("elsewhere", others);
}

constexpr std::size_t kLabel = 10;

void print_head(const cron::Schedule& schedule, const Asked& asked, base::Output& out) {
  const bool chinese = asked.language == cron::Language::kChinese;
  const auto line = [&](const char* english, const char* name, const std::string& text) {
    if (text.empty()) return;
    out.line(right_aligned(chinese ? name : english, kLabel) + ": " + wrapped(base::printable(text), kLabel + 2));
  };
  line("expression", "表达式", asked.question.text);
  line("dialect", "方言", std::string(cron::name_of(schedule.dialect)));
  line("normalised", "规范写法", cron::normal_form(schedule));
  line("zone", "时区", asked.question.zone);
  if (asked.question.explain || asked.question.language == "zh") {
    line("meaning", "含义", cron::explain(schedule, asked.language));
    if (!schedule.never) line("clocks", "时钟变动", cron::explain_clock_rule(schedule, asked.language));
    for (const std::string& note : cron::explain_notes(schedule, asked.zone, asked.from, asked.language))
      line("note", "注意", note);
    for (const std::string& other : elsewhere(schedule, asked)) line("elsewhere", "其他方言", other);
  }
}

base::Report say_times(base::Context& context, const Asked& asked, const cron::Schedule& schedule) {
  const std::vector<Second> times = firings_of(schedule, asked);
  if (context.json) {
    Json envelope = Json::object();
    context.out.line(envelope.add("code", 0).add("data", data_json(schedule, asked, times)).text());
  } else {
    print_head(schedule, asked, context.out);
    const bool chinese = asked.language == cron::Language::kChinese;
    const std::string from = shown_text(asked.from, asked.zone);
    if (chinese)
      context.out.line(from + (asked.question.previous ? " 之前：" : " 之后："));
    else
      context.out.line((asked.question.previous ? "before " : "after ") + from + ":");
    if (times.empty())
      context.out.line(chinese                                ? "  永不触发"
                       : schedule.kind == cron::Kind::kReboot ? "  at boot, at no time"
                                                              : "  never");
    print_times(asked, times, context.out);
  }
  return {Outcome::kDone, {{"firings", times.size()}}, std::nullopt};
}

// --must-fire: what never fires is as wrong as what cannot be read.
base::Report refuse_never(base::Context& context, const Asked& asked) {
  const std::string message = "'" + asked.question.text + "' never fires";
  if (context.json)
    context.out.line(Json::object()
                         .add("code", base::row_of(Outcome::kInvalid).json_code)
                         .add("message", message)
                         .add("position", 0)
                         .text());
  else
    context.out.line(base::printable(message));
  return {Outcome::kInvalid, {{"reason", "never fires"}}, std::nullopt};
}

}  // namespace

base::Report answer(base::Context& context, const Question& question) {
  const Asked asked = read_question(question);
  if (question.dialect.empty()) return compare_dialects(context, asked);
  const cron::Dialect dialect = read_dialect(question.dialect);
  const cron::Parsed parsed = cron::parse(question.text, dialect, question.seed);
  const cron::Schedule* schedule = cron::schedule_in(parsed);
  if (schedule == nullptr) return say_invalid(context, asked, std::get<cron::SyntaxError>(parsed), dialect);
  if (question.must_fire && firings_of(*schedule, asked).empty()) return refuse_never(context, asked);
  if (!question.convert_to.empty()) return say_conversion(context, asked, *schedule);
  return say_times(context, asked, *schedule);
}

}  // namespace forecasting
