// The k8s dialect: robfig/cron v3 ParseStandard, behind the API server's rule against a zone in the text.
#include <algorithm>

#include "cron/go_duration.hpp"
#include "cron/macros.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr FieldBounds kWeekdays{Field::kWeekday, 0, 6};
constexpr std::size_t kFields = 5;
constexpr std::u32string_view kEvery = U"@every ";

struct FieldValue {
  std::uint64_t bits = 0;
  bool star = false;
};

bool is_star(Piece text) { return text.text == U"*" || text.text == U"?"; }

int read_number(const FieldBounds& bounds, Piece text) {
  // To Go the dotted capital I is a letter of FRI too.
  constexpr char32_t kDottedI = 0x130;
  std::u32string name(text.text);
  std::replace(name.begin(), name.end(), kDottedI, U'i');
  if (bounds.field == Field::kMonth && month_named(name) > 0) return month_named(name);
  if (bounds.field == Field::kWeekday && weekday_named(name) >= 0) return weekday_named(name);
  const auto number = go_int(text.text);
  if (!number) refuse_number(bounds, text);
  if (*number < bounds.low || *number > bounds.high) {
    if (bounds.field == Field::kWeekday && *number == 7)
      refuse(bounds.field, text, "weekday 7 is not accepted by Kubernetes", "Sunday is 0 or SUN there.");
    refuse_range(bounds, text, *number);
  }
  return static_cast<int>(*number);
}

FieldValue read_term(const FieldBounds& bounds, Piece text) {
  const auto halves = split(text, U'/');
  const auto ends = split(halves[0], U'-');
  const bool star = is_star(ends[0]);
  int low = bounds.low;
  int high = bounds.high;
  if (!star) {
    low = high = read_number(bounds, ends[0]);
    if (ends.size() > 2) refuse(bounds.field, halves[0], "a range has two ends, not more");
    if (ends.size() == 2) high = read_number(bounds, ends[1]);
    if (low > high) refuse_backwards(bounds, halves[0]);
  }
  if (halves.size() == 1) return {bits_between(low, high), star};
  if (halves.size() > 2) refuse(bounds.field, text, "a term has one step, not more");
  const auto step = go_int(halves[1].text);
  if (!step || *step <= 0) refuse_step(bounds, halves[1]);
  if (ends.size() == 1) high = bounds.high;
  constexpr std::int64_t kBeyondAnyField = 64;
  return {bits_between(low, high, static_cast<int>(std::min(*step, kBeyondAnyField))), star && *step == 1};
}

FieldValue read_field(const FieldBounds& bounds, Piece text) {
  FieldValue value;
  for (const Piece& term : split(text, U',')) {
    if (term.empty()) continue;
    const FieldValue next = read_term(bounds, term);
    value.bits |= next.bits;
    value.star |= next.star;
  }
  return value;
}

void read_at(Piece text, Schedule& schedule) {
  if (read_macro(text.part(1).text, same_exactly, schedule)) return;
  if (!text.text.starts_with(kEvery))
    refuse_macro(text, "k8s knows @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly and @every 1h30m.");
  const Piece length = text.part(kEvery.size());
  const auto interval = go_duration(length.text);
  if (!interval)
    refuse(Field::kWhole, length, "the duration of @every is not readable",
           "Write it as 90s, 15m or 1h30m; there is no unit for days.");
  schedule.kind = Kind::kInterval;
  schedule.interval = std::max(std::chrono::seconds{1}, std::chrono::floor<std::chrono::seconds>(*interval));
}

void refuse_zone(Piece text) {
  const std::size_t at = text.text.find(U"TZ");
  if (at != std::u32string_view::npos)
    refuse(Field::kWhole, text.part(at, 2), "a zone inside the schedule is refused by Kubernetes",
           "Set spec.timeZone instead.");
}

}  // namespace

Schedule read_k8s(Piece text) {
  Schedule schedule;
  schedule.dialect = Dialect::kK8s;
  refuse_zone(text);
  if (!text.empty() && text[0] == U'@') {
    read_at(text, schedule);
    return schedule;
  }
  auto fields = words(text, is_go_space);
  const std::size_t found = fields.size();
  if (found > kFields) fields.resize(kFields + 1);
  if (found != kFields) refuse_count(text, found, fields, kFields, "5");

  schedule.minutes = read_field(kMinutes, fields[0]).bits;
  schedule.hours = static_cast<std::uint32_t>(read_field(kHours, fields[1]).bits);
  const FieldValue days = read_field(kDays, fields[2]);
  schedule.months = static_cast<std::uint32_t>(read_field(kMonths, fields[3]).bits);
  const FieldValue weekdays = read_field(kWeekdays, fields[4]);
  schedule.days = static_cast<std::uint32_t>(days.bits);
  schedule.weekdays = static_cast<std::uint32_t>(weekdays.bits);
  schedule.day_star = days.star;
  schedule.weekday_star = weekdays.star;
  return schedule;
}

}  // namespace cron
