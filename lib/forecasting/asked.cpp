#include "forecasting/asked.hpp"

#include <chrono>

#include "cron/compare.hpp"
#include "cron/firings.hpp"
#include "cron/source_text.hpp"
#include "forecasting/zone_names.hpp"

namespace forecasting {

namespace {

using base::Error;
using base::Kind;

constexpr std::size_t kWidestText = 70;

}  // namespace

cron::Zone read_zone(const std::string& name) {
  if (auto zone = cron::Zone::find(name)) return *zone;
  const std::string meant = closest_zone(name);
  throw Error(
      Kind::kInput, "unknown time zone '" + name + "'",
      meant.empty() ? "Use a name of the IANA database such as Europe/Berlin or UTC." : "Did you mean " + meant + "?");
}

cron::Dialect read_dialect(const std::string& name) {
  if (const auto dialect = cron::dialect_named(name)) return *dialect;
  throw Error(Kind::kUsage, "unknown dialect '" + name + "'", "Use linux, spring, quartz or k8s.");
}

Second read_now(const std::string& text) {
  if (text.empty())
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()).time_since_epoch().count();
  if (const auto at = read_moment(text, cron::Zone::utc())) return *at;
  throw Error(Kind::kUsage, "cannot read the instant '" + text + "'", "Write it as 2026-03-29T01:30:00+01:00.");
}

Asked read_question(const Question& question) {
  Asked asked{question,
              read_zone(question.zone),
              read_now(question.now),
              0,
              std::nullopt,
              question.language == "zh" ? cron::Language::kChinese : cron::Language::kEnglish};
  // What fires in the second of a fraction fires before it.
  const Rounding rounding = question.previous ? Rounding::kUp : Rounding::kDown;
  const auto moment = [&](const std::string& text) {
    if (const auto at = read_moment(text, asked.zone, rounding)) return *at;
    throw Error(Kind::kUsage, "cannot read the instant '" + text + "'",
                "Write it as 2026-03-29T01:30:00+01:00, or without the offset in the zone given.");
  };
  asked.from = question.from.empty() ? asked.now : moment(question.from);
  if (!question.until.empty()) asked.until = moment(question.until);
  return asked;
}

std::vector<Second> firings_of(const cron::Schedule& schedule, const Asked& asked) {
  std::vector<Second> found;
  cron::Firings firings(schedule, asked.zone);
  Second at = asked.from;
  const bool back = asked.question.previous;
  while (found.size() < static_cast<std::size_t>(asked.question.count)) {
    const auto next = back ? firings.prev(at) : firings.next(at);
    if (!next || (asked.until && (back ? *next < *asked.until : *next > *asked.until))) break;
    found.push_back(*next);
    at = *next;
  }
  return found;
}

std::string pointed_out(const std::string& text, const cron::SyntaxError& error) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  std::u32string line = cron::decode(text);
  for (char32_t& c : line)
    if (c < U' ' || (c >= 0x7F && c < 0xA0)) c = U' ';  // one column each, and none that steers a terminal
  // A long text is shown round the place.
  const std::size_t begin =
      error.position > kWidestText / 2 && line.size() > kWidestText ? error.position - kWidestText / 2 : 0;
  const std::u32string part = line.substr(std::min(begin, line.size()), kWidestText);
  const std::size_t column = error.position - begin;
  const std::size_t length =
      std::clamp<std::size_t>(error.length, 1, std::max<std::size_t>(1, kWidestText - std::min(column, kWidestText)));
  return "  " + cron::encode(part) + "\n  " + std::string(column, ' ') + std::string(length, '^') + "\n";
}

std::string hint_for(const std::string& text, const cron::SyntaxError& error, cron::Dialect dialect) {
  const std::string advice = cron::advice_for(text, dialect);
  if (error.hint.empty() || advice.empty()) return error.hint + advice;
  return error.hint + " " + advice;
}

}  // namespace forecasting
