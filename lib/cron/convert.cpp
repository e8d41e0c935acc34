#include "cron/convert.hpp"

#include "cron/civil.hpp"
#include "cron/print.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr std::uint32_t kEveryDate = 0xFFFFFFFE;
constexpr std::uint32_t kEveryWeekday = 0x7F;
constexpr Second kYear = Second{1461} * kSecondsPerDay / 4;

bool has_seconds(Dialect dialect) { return dialect == Dialect::kSpring || dialect == Dialect::kQuartz; }

// The fields as they are, as far as the other dialect has words for them.
Schedule carried_over(const Schedule& schedule, Dialect to) {
  Schedule made = schedule;
  made.dialect = to;
  if (to != Dialect::kQuartz) made.years = {};
  if (to == Dialect::kQuartz && made.years.all) {
    made.years.all = false;
    made.years.years.set();
  }
  if (has_seconds(to)) return made;
  made.seconds = 1;
  // The nearest without L, W and #: all dates that they can name, and their weekdays.
  for (int length = 28; length <= 31; ++length)
    for (int first = 0; first < 7; ++first)
      made.days |= days_of(schedule.day_terms, length, first, WeekdayShift::kBackIntoMonth);
  for (const DayTerm& term : schedule.weekday_terms) made.weekdays |= std::uint32_t{1} << term.weekday;
  made.day_terms.clear();
  made.weekday_terms.clear();
  return made;
}

// Every choice of stars that the dialect gives a meaning to, the natural one first.
std::vector<Schedule> candidates(const Schedule& schedule, Dialect to) {
  const Schedule base = carried_over(schedule, to);
  std::vector<Schedule> made;
  const bool any_date = base.days == kEveryDate && base.day_terms.empty();
  const bool any_weekday = base.weekdays == kEveryWeekday && base.weekday_terms.empty();
  const bool any_minute = base.minutes == bits_between(0, 59);
  const bool any_hour = base.hours == bits_between(0, 23);
  for (int choice = 0; choice < 16; ++choice) {
    Schedule next = base;
    next.day_star = any_date != ((choice & 1) != 0);
    next.weekday_star = any_weekday != ((choice & 2) != 0);
    next.minute_star = any_minute != ((choice & 4) != 0);
    next.hour_star = any_hour != ((choice & 8) != 0);
    made.push_back(std::move(next));
  }
  return made;
}

bool has_all_years(const YearSet& set) { return set.all || set.years.all(); }

bool has_same_fields(const Schedule& left, const Schedule& right) {
  const bool same_years = has_all_years(left.years) ? has_all_years(right.years) : left.years == right.years;
  return left.seconds == right.seconds && left.minutes == right.minutes && left.hours == right.hours &&
         left.months == right.months && left.day_table == right.day_table && same_years;
}

std::optional<Difference> difference_at_changes(const Schedule& left, const Schedule& right, const Zone& zone,
                                                Second from) {
  const Second until = from + kProofYears * kYear;
  for (Span span = zone.span_at(from); span.end < until; span = zone.span_at(span.end))
    if (const auto found = first_difference(left, right, zone, span.end - kSecondsPerDay, span.end + kSecondsPerDay))
      return found;
  return std::nullopt;
}

std::size_t changes_in(const Zone& zone, Second from) {
  std::size_t count = 0;
  for (Span span = zone.span_at(from); span.end < from + kProofYears * kYear; span = zone.span_at(span.end)) ++count;
  return count;
}

std::vector<std::string> proof_of(const Zone& zone, Second from) {
  return {"the sets of seconds, minutes and hours are equal",
          "the days are equal in all 28 shapes of a month, so in any " + std::to_string(kProofYears) + " years",
          "the firings round all " + std::to_string(changes_in(zone, from)) + " clock changes of " + zone.name() +
              " in " + std::to_string(kProofYears) + " years are equal"};
}

std::string why_not(const Schedule& schedule, Dialect to) {
  const std::string name(name_of(to));
  const bool terms = !schedule.day_terms.empty() || !schedule.weekday_terms.empty();
  if (!has_seconds(to) && schedule.seconds != 1) return name + " has no field for seconds";
  if (!has_seconds(to) && terms) return name + " has no L, W or #";
  if (to != Dialect::kQuartz && !has_all_years(schedule.years)) return name + " has no field for years";
  if (schedule.day_rule == DayRule::kEither && has_seconds(to)) return name + " cannot say 'this date or that weekday'";
  if (to == Dialect::kK8s || to == Dialect::kQuartz)
    return name + " cannot say the same days, or treats clock changes otherwise";
  return name + " treats the clock changes of this zone otherwise";
}

}  // namespace

Conversion convert(const Schedule& schedule, Dialect to, const Zone& zone, Second from) {
  Conversion result;
  if (schedule.kind != Kind::kCalendar) {
    if (to == schedule.dialect) return {normal_form(schedule), {"it is the same dialect"}, {}, {}};
    result.proof.emplace_back("what has no calendar (@every, @reboot) has no equal in another dialect");
    return result;
  }
  for (const Schedule& candidate : candidates(schedule, to)) {
    const std::string text = normal_form(candidate);
    const Parsed parsed = parse(text, to);
    const Schedule* read = schedule_in(parsed);
    if (read == nullptr) continue;
    const bool same_fields = has_same_fields(schedule, *read);
    auto difference = same_fields ? difference_at_changes(schedule, *read, zone, from) : std::nullopt;
    if (same_fields && !difference) return {text, proof_of(zone, from), {}, {}};
    if (!result.nearest.empty()) continue;
    result.nearest = text;
    result.difference =
        difference ? difference : first_difference(schedule, *read, zone, from, from + kProofYears * kYear);
  }
  result.proof.push_back(why_not(schedule, to));
  return result;
}

}  // namespace cron
