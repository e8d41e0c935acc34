#include "cron/lint.hpp"

#include <bit>

#include "cron/civil.hpp"
#include "cron/explain.hpp"
#include "cron/firings.hpp"
#include "cron/outline.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

std::string clock_text(Second wall) {
  const Civil civil = civil_of(wall);
  const auto two = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  return two(civil.hour) + ":" + two(civil.minute) + " on " + std::to_string(civil.year) + "-" + two(civil.month) +
         "-" + two(civil.day);
}

class Linter {
 public:
  Linter(const Schedule& schedule, Second now, std::size_t line, std::size_t column)
      : schedule_(schedule), now_(now), line_(line), column_(column), text_(decode(schedule.text)) {}

  std::vector<Finding> run(const std::optional<Zone>& zone) {
    if (schedule_.kind == Kind::kInterval && schedule_.interval < std::chrono::minutes{1})
      say(rule::kTooOften, "it fires every " + std::to_string(schedule_.interval.count()) + " s",
          "Use a minute or more.");
    if (schedule_.kind != Kind::kCalendar) return std::move(findings_);
    if (schedule_.never) {
      say(rule::kNeverFires, "'" + schedule_.text + "' never fires",
          "Check the day and the month, and ranges that run backwards.");
      return std::move(findings_);
    }
    if (outline_of(schedule_).days == Outline::Days::kEither)
      say(rule::kBothDays, "both day fields are set: it fires " + explain(schedule_, Language::kEnglish),
          "Give one of the two as *; test the other in the command.");
    if (std::popcount(schedule_.seconds) > 1)
      say(rule::kTooOften, "it fires " + std::to_string(std::popcount(schedule_.seconds)) + " times in a minute",
          "Give one second.");
    check_steps();
    if (zone) check_clock_changes(*zone);
    return std::move(findings_);
  }

 private:
  void say(const Rule& rule, std::string reason, std::string fix, std::size_t at = 0) {
    findings_.push_back({rule, std::move(reason), std::move(fix), line_, column_ + at});
  }

  void check_steps() {
    if (text_.empty() || text_[0] == U'@') return;
    const bool seconds = schedule_.dialect == Dialect::kSpring || schedule_.dialect == Dialect::kQuartz;
    const auto fields = words({text_, 0}, is_go_space);
    const std::size_t clock_fields = seconds ? 3 : 2;
    for (std::size_t i = 0; i < clock_fields && i < fields.size(); ++i) {
      const int size = i + 1 == clock_fields ? 24 : 60;
      const std::size_t slash = fields[i].text.find(U"*/");
      if (slash == std::u32string_view::npos) continue;
      const auto step = java_int(fields[i].text.substr(slash + 2));
      if (!step || *step < 1 || size % *step == 0) continue;
      const char* unit = size == 24 ? "hours" : i == 0 && seconds ? "seconds" : "minutes";
      const std::string every = std::to_string(*step) + " " + unit;
      say(rule::kUnevenStep,
          *step >= size
              ? "a step of " + every + " is longer than the field: it fires at 0 only"
              : "every " + every + " begins again at 0: the last interval is only " + std::to_string(size % *step),
          "Use a step that divides " + std::to_string(size) + ", or list the values.", fields[i].position);
    }
  }

  // Only for fixed times of day: what fires every hour has a firing close by.
  void check_clock_changes(const Zone& zone) {
    if (schedule_.hours == bits_between(0, 23)) return;
    bool skipped = false, repeated = false;
    for (Span span = zone.span_at(now_); span.end < now_ + 366 * kSecondsPerDay;) {
      span = zone.span_at(span.end);
      if (span.jump_in() > 0 && !skipped) skipped = check_gap(span, zone);
      if (span.jump_in() < 0 && !repeated) repeated = check_overlap(span, zone);
    }
  }

  std::optional<Second> first_match(Second begin, Second end) const {
    for (Second wall = begin; wall < end; wall += kSecondsPerMinute)
      if (matches_wall(schedule_, wall + std::countr_zero(schedule_.seconds))) return wall;
    return std::nullopt;
  }

  bool check_gap(const Span& span, const Zone& zone) {
    const Second begin = span.begin + span.offset_before;
    const auto wall = first_match(begin, begin + span.jump_in());
    if (!wall) return false;
    const bool caught_up = schedule_.clock_rule == ClockRule::kCatchUp;
    say(rule::kSkippedTime,
        "the clocks of " + zone.name() + " skip " + clock_text(*wall) + ": it " +
            (caught_up ? "fires at " + clock_text(span.begin + span.offset) : std::string("does not fire then")),
        "Choose a time of day that no clock change touches.");
    return true;
  }

  bool check_overlap(const Span& span, const Zone& zone) {
    if (schedule_.clock_rule != ClockRule::kLiteral) return false;
    const Second begin = span.begin + span.offset;
    const auto wall = first_match(begin, begin - span.jump_in());
    if (!wall) return false;
    say(rule::kRepeatedTime, "the clocks of " + zone.name() + " show " + clock_text(*wall) + " twice: it fires twice",
        "Choose a time of day that no clock change touches.");
    return true;
  }

  const Schedule& schedule_;
  Second now_;
  std::size_t line_;
  std::size_t column_;
  std::u32string text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> lint(const Schedule& schedule, const std::optional<Zone>& zone, Second now, std::size_t line,
                          std::size_t column) {
  return Linter(schedule, now, line, column).run(zone);
}

}  // namespace cron
