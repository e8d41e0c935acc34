// The quartz dialect: CronExpression of Quartz 2.5, term by term with all that it lets pass. What
// stands behind a complete term is ignored there, and so it is here; lint warns of it.
#include <algorithm>
#include <set>

#include "cron/refusal.hpp"

namespace cron {

namespace {

// The engine's marks for `*` and `?` are ordinary numbers, so 99 in any field means `*` there.
constexpr int kAll = 99;
constexpr int kNoValue = 98;
constexpr int kMostFields = 7;
constexpr int kFewestFields = 6;
constexpr int kMostFromLast = 30;
constexpr FieldBounds kWeekdays{Field::kWeekday, 1, 7};
constexpr FieldBounds kYears{Field::kYear, kFirstYear, kQuartzLastYear};

// What a field has collected. Weekdays count from 1 for Sunday.
struct Collected {
  std::set<int> values;
  std::vector<DayTerm> terms;
  bool last_of_weekday = false;
  int nth_of_weekday = 0;
};

class FieldReader {
 public:
  FieldReader(const FieldBounds& bounds, Collected& collected) : bounds_(bounds), collected_(collected) {}

  void read(Piece field) {
    const bool weekday = bounds_.field == Field::kWeekday;
    if (weekday && field.size() > 1 && has(field, U'L') && has(field, U','))
      refuse(bounds_.field, field, "L does not stand in a list of weekdays");
    if (weekday && std::count(field.text.begin(), field.text.end(), U'#') > 1)
      refuse(bounds_.field, field, "only one # may stand among the weekdays");
    for (const Piece& term : words(field, [](char32_t c) { return c == U','; })) read_term(term);
  }

 private:
  static bool has(Piece text, char32_t c) { return text.text.find(c) != std::u32string_view::npos; }

  // L, LW, L-3, L-3W and nothing behind them.
  static bool is_last_term(Piece text) {
    if (text.text == U"L" || text.text == U"LW") return true;
    if (!text.text.starts_with(U"L-")) return false;
    std::size_t end = 2;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    return end == text.size() || (end + 1 == text.size() && text[end] == U'W');
  }

  void read_term(Piece text) {
    const char32_t first = text[0];
    if (first >= U'A' && first <= U'Z' && !is_last_term(text)) return read_name(text);
    if (first == U'?') return read_no_value(text);
    if (first == U'*' || first == U'/') return read_star(text);
    if (first == U'L') return read_last(text);
    if (is_ascii_digit(first)) return read_numbers(text);
    refuse_number(bounds_, text);
  }

  int named(Piece text, std::size_t begin) {
    const Piece name = text.part(std::min(begin, text.size()), 3);
    const int value = bounds_.field == Field::kMonth     ? month_named(name.text)
                      : bounds_.field == Field::kWeekday ? weekday_named(name.text) + 1
                                                         : 0;
    if (value == 0) refuse_number(bounds_, name.empty() ? text : name);
    return value;
  }

  void read_name(Piece text) {
    const int first = named(text, 0);
    const char32_t next = text.size() > 3 ? text[3] : U'\0';
    if (next == U'-') return add(text, first, named(text, 4), 1);
    if (bounds_.field == Field::kWeekday && next == U'#') collected_.nth_of_weekday = ordinal(text, 4);
    if (bounds_.field == Field::kWeekday && next == U'L') collected_.last_of_weekday = true;
    add(text, first, -1, 0);
  }

  int ordinal(Piece text, std::size_t begin) {
    const Piece number = text.part(begin);
    const int value = java_int(number.text).value_or(0);
    if (value < 1 || value > 5) refuse(bounds_.field, number.empty() ? text : number, "the number behind # is 1 to 5");
    return value;
  }

  void read_no_value(Piece text) {
    if (text.size() > 2) refuse(bounds_.field, text, "nothing may stand behind ?");
    if (bounds_.field != Field::kDay && bounds_.field != Field::kWeekday)
      refuse(bounds_.field, text, "? stands only for the day of the month or the day of the week",
             "Write * for every value.");
    add(text, kNoValue, -1, 0);
  }

  void read_star(Piece text) {
    const std::size_t slash = text[0] == U'*' ? 1 : 0;
    if (slash >= text.size()) return add(text, kAll, -1, 0);
    if (text[slash] != U'/') return add(text, kAll, -1, 1);
    const Piece step = text.part(slash + 1);
    const auto number = java_int(step.text);
    if (!number) refuse_step(bounds_, step);
    check_step(step, *number);
    add(text, kAll, -1, *number);
  }

  void check_step(Piece step, int value) {
    if (bounds_.field == Field::kYear) return;
    const int most = bounds_.field == Field::kDay || bounds_.field == Field::kMonth ||
                             bounds_.field == Field::kWeekday || bounds_.field == Field::kHour
                         ? bounds_.high
                         : 59;
    if (value > most)
      refuse(bounds_.field, step, "step " + std::to_string(value) + " is above " + std::to_string(most),
             "Quartz refuses a step that is larger than the field.");
  }

  void read_last(Piece text) {
    if (bounds_.field == Field::kWeekday) return add(text, 7, -1, 0);  // a lone L is Saturday
    if (bounds_.field == Field::kYear) return;                         // accepted, and no year matches
    if (bounds_.field != Field::kDay)
      refuse(bounds_.field, text, "L is not allowed in the " + std::string(name_of(bounds_.field)));
    int offset = 0;
    if (text.size() > 1 && text[1] == U'-') {
      std::size_t end = 2;
      while (end < text.size() && is_ascii_digit(text[end])) ++end;
      if (text.size() == 2) refuse(bounds_.field, text, "a number is missing behind L-");
      const auto number = end == 2 ? std::optional<std::int32_t>{0} : java_int(text.part(2, end - 2).text);
      if (!number || *number > kMostFromLast) refuse(bounds_.field, text, "the offset behind L is at most 30");
      offset = *number;
    }
    const bool weekday = text[text.size() - 1] == U'W';
    collected_.terms.push_back({weekday ? DayTerm::Kind::kFromLastWeekday : DayTerm::Kind::kFromLast, offset});
  }

  // Digits from `begin` on; the first may be of any script, as Java reads a single character.
  int number_at(Piece text, std::size_t begin, std::size_t& end) {
    end = begin;
    if (begin < text.size() && java_digit(text[begin]) >= 0) ++end;
    if (end == begin) refuse_number(bounds_, text);
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    const auto number = java_int(text.part(begin, end - begin).text);
    if (!number) refuse_number(bounds_, text.part(begin, end - begin));
    return *number;
  }

  void read_numbers(Piece text) {
    std::size_t at = 0;
    const int value = number_at(text, 0, at);
    const char32_t next = at < text.size() ? text[at] : U'\0';
    if (next == U'L') return read_last_weekday(text, value);
    if (next == U'W') return read_nearest(text, value);
    if (next == U'#') return read_nth(text, value, at + 1);
    if (next == U'-') return read_range(text, value, at + 1);
    if (next == U'/') return read_step(text, value, at + 1);
    add(text, value, -1, 0);
  }

  void read_last_weekday(Piece text, int value) {
    if (bounds_.field != Field::kWeekday)
      refuse(bounds_.field, text, "L behind a number stands only in the day of the week");
    if (value < 1 || value > 7) refuse_range(bounds_, text, value);
    collected_.last_of_weekday = true;
    collected_.values.insert(value);
  }

  void read_nearest(Piece text, int value) {
    if (bounds_.field != Field::kDay) refuse(bounds_.field, text, "W stands only in the day of the month");
    if (value > 31) refuse_range(bounds_, text, value);
    collected_.terms.push_back(value == 0 ? DayTerm{DayTerm::Kind::kNoDay}
                                          : DayTerm{DayTerm::Kind::kNearestWeekday, value});
  }

  void read_nth(Piece text, int value, std::size_t begin) {
    if (bounds_.field != Field::kWeekday) refuse(bounds_.field, text, "# stands only in the day of the week");
    collected_.nth_of_weekday = ordinal(text, begin);
    collected_.values.insert(value);
  }

  void read_range(Piece text, int value, std::size_t begin) {
    std::size_t at = 0;
    const int end = number_at(text, begin, at);
    if (at >= text.size() || text[at] != U'/') return add(text, value, end, 1);
    add(text, value, end, number_at(text, at + 1, at));
  }

  void read_step(Piece text, int value, std::size_t begin) {
    std::size_t at = 0;
    const int step = number_at(text, begin, at);
    // One digit must be all; more may be followed by anything.
    if (at == begin + 1 && at < text.size()) refuse_step(bounds_, text.part(begin));
    check_step(text.part(begin, at - begin), step);
    add(text, value, -1, step);
  }

  void check(Piece text, int value, int end) {
    if (bounds_.field == Field::kYear || value == kAll) return;
    const bool day_field = bounds_.field == Field::kDay || bounds_.field == Field::kWeekday;
    if (day_field && value == kNoValue && end <= bounds_.high) return;
    if (value < bounds_.low || value > bounds_.high) refuse_range(bounds_, text, value);
    if (end > bounds_.high) refuse_range(bounds_, text, end);
  }

  // `end` -1 for none; `step` 0 for the value alone.
  void add(Piece text, int value, int end, int step) {
    check(text, value, end);
    if ((step == 0 || step == -1) && value != kAll) {
      collected_.values.insert(value);
      return;
    }
    if (value == kAll && step <= 0) {
      step = 1;
      collected_.values.insert(kAll);
    }
    const int from = value == kAll ? bounds_.low : value;
    int to = end == -1 ? bounds_.high : end;
    const int modulus = to < from ? bounds_.high - bounds_.low + 1 : 0;
    if (modulus != 0 && bounds_.field == Field::kYear) refuse_backwards(bounds_, text);
    to += modulus;
    if (bounds_.field == Field::kYear) to = std::min(to, kQuartzLastYear);
    for (std::int64_t i = from; i <= to; i += step) {
      int real = modulus == 0 ? static_cast<int>(i) : static_cast<int>(i % modulus);
      if (modulus != 0 && real == 0 && bounds_.low == 1) real = modulus;
      collected_.values.insert(real);
    }
  }

  FieldBounds bounds_;
  Collected& collected_;
};

std::uint64_t bits_of(const Collected& collected, const FieldBounds& bounds) {
  std::uint64_t bits = 0;
  for (const int value : collected.values)
    if (value >= bounds.low && value <= bounds.high) bits |= std::uint64_t{1} << value;
  return bits;
}

bool is_unspecified(const Collected& collected) { return collected.values.contains(kNoValue); }

void take_days(const Collected& days, Schedule& schedule) {
  schedule.day_star = is_unspecified(days) || days.values.contains(kAll);
  if (is_unspecified(days)) {
    schedule.days = static_cast<std::uint32_t>(bits_between(1, 31));
    return;
  }
  schedule.days = static_cast<std::uint32_t>(bits_of(days, kDays));
  schedule.day_terms = days.terms;
}

void take_weekdays(const Collected& weekdays, Schedule& schedule) {
  constexpr std::uint32_t kEveryDay = 0x7F;
  schedule.weekday_star = is_unspecified(weekdays) || weekdays.values.contains(kAll);
  if (is_unspecified(weekdays)) {
    schedule.weekdays = kEveryDay;
    return;
  }
  if (!weekdays.last_of_weekday && weekdays.nth_of_weekday == 0) {
    schedule.weekdays = static_cast<std::uint32_t>(bits_of(weekdays, kWeekdays) >> 1);
    return;
  }
  schedule.weekday_star = false;
  // Only the smallest of the values counts then. 0 lands on Saturday, 8 and more on no day at all.
  const int first = *weekdays.values.begin();
  const int weekday = first == 0 ? 6 : first - 1;
  if (first > 7)
    schedule.weekday_terms.push_back({DayTerm::Kind::kNoDay});
  else if (weekdays.last_of_weekday)
    schedule.weekday_terms.push_back({DayTerm::Kind::kLastOfWeekday, 0, weekday});
  else
    schedule.weekday_terms.push_back({DayTerm::Kind::kNthOfWeekday, weekdays.nth_of_weekday, weekday});
}

void take_years(const Collected& years, Schedule& schedule) {
  schedule.years.all = false;
  for (const int year : years.values)
    if (year >= kFirstYear && year <= kQuartzLastYear)
      schedule.years.years.set(static_cast<std::size_t>(year - kFirstYear));
}

std::vector<Piece> fields_of(Piece text) {
  std::vector<Piece> fields = words(text, is_blank);
  for (Piece& field : fields) {
    while (!field.empty() && is_java_trimmed(field[0])) field = field.part(1);
    while (!field.empty() && is_java_trimmed(field[field.size() - 1])) field = field.part(0, field.size() - 1);
  }
  return fields;
}

void refuse_empty(const Collected& collected, const FieldBounds& bounds, Piece field) {
  if (collected.values.empty() && collected.terms.empty()) refuse_number(bounds, field);
}

}  // namespace

Schedule read_quartz(Piece whole) {
  std::u32string upper(whole.text);
  for (char32_t& c : upper) c = java_upper(c);
  const Piece text{upper, whole.position};
  auto fields = fields_of(text);
  const std::size_t found = fields.size();
  if (found > kMostFields) fields.resize(kMostFields + 1);
  if (found > kMostFields || found < kFewestFields) refuse_count(text, found, fields, kMostFields, "6 or 7");

  constexpr std::array kOrder{kSeconds, kMinutes, kHours, kDays, kMonths, kWeekdays, kYears};
  std::array<Collected, kMostFields> collected;
  for (std::size_t i = 0; i < found; ++i) {
    if (i == 5 && is_unspecified(collected[3]) && !fields[5].empty() && fields[5].text == U"?")
      refuse(Field::kWeekday, fields[5], "? stands in both day fields", "Exactly one of the two day fields must be ?.");
    FieldReader(kOrder[i], collected[i]).read(fields[i]);
  }
  for (const std::size_t i : {0U, 1U, 2U, 4U, 5U}) refuse_empty(collected[i], kOrder[i], fields[i]);
  if (is_unspecified(collected[3]) == is_unspecified(collected[5])) {
    const bool both = is_unspecified(collected[3]);
    refuse(Field::kWeekday, fields[5],
           both ? "? stands in both day fields" : "day of the month and day of the week are both given",
           "Exactly one of the two day fields must be ?.");
  }

  Schedule schedule;
  schedule.dialect = Dialect::kQuartz;
  schedule.seconds = bits_of(collected[0], kSeconds);
  schedule.minutes = bits_of(collected[1], kMinutes);
  schedule.hours = static_cast<std::uint32_t>(bits_of(collected[2], kHours));
  schedule.months = static_cast<std::uint32_t>(bits_of(collected[4], kMonths));
  take_days(collected[3], schedule);
  take_weekdays(collected[5], schedule);
  if (found == kMostFields) {
    take_years(collected[6], schedule);
  } else {
    schedule.years.all = false;
    schedule.years.years.set();
  }
  return schedule;
}

}  // namespace cron
