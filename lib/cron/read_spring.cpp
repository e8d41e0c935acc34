// The spring dialect: CronExpression of Spring 5.3 and later, six fields that must all match.
#include <algorithm>

#include "cron/macros.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr FieldBounds kWeekdays{Field::kWeekday, 0, 7};
constexpr int kFirstStarred = 1;  // `*` among the weekdays is 1-7, so `*/2` begins on Monday
constexpr std::size_t kFields = 6;

int read_number(const FieldBounds& bounds, Piece text) {
  const auto number = java_int(text.text);
  if (!number) refuse_number(bounds, text);
  if (*number < bounds.low || *number > bounds.high) refuse_range(bounds, text, *number);
  return *number;
}

struct Range {
  int low;
  int high;
};

Range read_range(const FieldBounds& bounds, Piece text) {
  if (text.text == U"*") return {bounds.field == Field::kWeekday ? kFirstStarred : bounds.low, bounds.high};
  const std::size_t hyphen = text.text.find(U'-');
  if (hyphen == std::u32string_view::npos) {
    const int value = read_number(bounds, text);
    return {value, value};
  }
  int low = read_number(bounds, text.part(0, hyphen));
  const int high = read_number(bounds, text.part(hyphen + 1));
  // Sunday as the beginning of a range is 0, not 7.
  if (bounds.field == Field::kWeekday && low == 7) low = 0;
  if (low > high) refuse_backwards(bounds, text);
  return {low, high};
}

std::uint64_t read_term(const FieldBounds& bounds, Piece text) {
  const std::size_t slash = text.text.find(U'/');
  if (slash == std::u32string_view::npos) {
    const Range range = read_range(bounds, text);
    return bits_between(range.low, range.high);
  }
  const Piece before = text.part(0, slash);
  Range range = read_range(bounds, before);
  if (before.text.find(U'-') == std::u32string_view::npos) range.high = bounds.high;
  const Piece behind = text.part(slash + 1);
  const auto step = java_int(behind.text);
  if (!step || *step <= 0) refuse_step(bounds, behind);
  return bits_between(range.low, range.high, std::min(*step, 64));
}

std::uint64_t read_field(const FieldBounds& bounds, Piece text) {
  std::uint64_t bits = 0;
  for (const Piece& term : split(text, U',')) bits |= read_term(bounds, term);
  return bits;
}

bool contains(Piece text, std::u32string_view any_of) {
  return text.text.find_first_of(any_of) != std::u32string_view::npos;
}

DayTerm read_day_term(Piece text) {
  const std::size_t last = text.text.rfind(U'L');
  if (last != std::u32string_view::npos) {
    if (last != 0) refuse(Field::kDay, text, "L stands first in the day of the month", "Write L, L-3 or LW.");
    if (text.size() == 1) return {DayTerm::Kind::kFromLast};
    if (text.text == U"LW") return {DayTerm::Kind::kFromLastWeekday};
    const auto offset = java_int(text.part(1).text);
    if (!offset) refuse_number(kDays, text);
    if (*offset >= 0)
      refuse(Field::kDay, text, "L takes a minus and a number above zero", "L-3 is the third day before the last.");
    return {DayTerm::Kind::kFromLast, *offset < -31 ? 31 : -*offset};
  }
  const std::size_t w = text.text.rfind(U'W');
  if (w == 0 || w + 1 != text.size())
    refuse(Field::kDay, text, "W stands behind one day of the month", "Write 15W or LW.");
  return {DayTerm::Kind::kNearestWeekday, read_number(kDays, text.part(0, w))};
}

int read_weekday(Piece text) { return read_number(kWeekdays, text) % 7; }

DayTerm read_weekday_term(Piece text) {
  const std::size_t last = text.text.rfind(U'L');
  if (last != std::u32string_view::npos) {
    if (last + 1 != text.size() || last == 0)
      refuse(Field::kWeekday, text, "L stands behind one weekday", "FRIL is the last Friday of the month.");
    return {DayTerm::Kind::kLastOfWeekday, 0, read_weekday(text.part(0, last))};
  }
  const std::size_t hash = text.text.rfind(U'#');
  if (hash == 0 || hash + 1 == text.size())
    refuse(Field::kWeekday, text, "# stands between a weekday and a number",
           "FRI#2 is the second Friday of the month.");
  const int weekday = read_weekday(text.part(0, hash));
  const auto number = java_int(text.part(hash + 1).text);
  if (!number) refuse_number(kWeekdays, text.part(hash + 1));
  if (*number <= 0)
    refuse(Field::kWeekday, text, "the number behind # is above zero", "FRI#2 is the second Friday of the month.");
  return {DayTerm::Kind::kNthOfWeekday, std::min(*number, 6), weekday};
}

// Bits and terms of a day field. `?` counts as a star where it stands alone: in the whole field, or
// in a list that holds a term with a letter.
std::uint64_t read_day_field(const FieldBounds& bounds, Piece text, std::u32string_view letters, DayTerm (*read)(Piece),
                             std::vector<DayTerm>& terms) {
  const Piece star{U"*", text.position};
  if (!contains(text, letters)) return read_field(bounds, text.text == U"?" ? star : text);
  std::uint64_t bits = 0;
  for (const Piece& term : split(text, U',')) {
    if (contains(term, letters))
      terms.push_back(read(term));
    else
      bits |= read_field(bounds, term.text == U"?" ? star : term);
  }
  return bits;
}

// Spring replaces names by numbers anywhere in the field, in the order of the list, so that JANFEB
// becomes 12. `at` remembers where each character came from.
struct Replaced {
  std::u32string text;
  std::size_t position;
  Piece piece() const { return {text, position}; }
};

Replaced replace_names(Piece field, const std::vector<std::u32string_view>& names) {
  Replaced result{std::u32string(field.text), field.position};
  for (char32_t& c : result.text) c = java_upper(c);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    std::u32string next;
    std::size_t begin = 0;
    while (true) {
      const std::size_t at = result.text.find(names[i], begin);
      next.append(result.text, begin, at == std::u32string::npos ? at : at - begin);
      if (at == std::u32string::npos) break;
      next.append(number.begin(), number.end());
      begin = at + names[i].size();
    }
    result.text = std::move(next);
  }
  return result;
}

const std::vector<std::u32string_view> kMonthNames{U"JAN", U"FEB", U"MAR", U"APR", U"MAY", U"JUN",
                                                   U"JUL", U"AUG", U"SEP", U"OCT", U"NOV", U"DEC"};
const std::vector<std::u32string_view> kDayNames{U"MON", U"TUE", U"WED", U"THU", U"FRI", U"SAT", U"SUN"};

// A refusal inside a field whose names were replaced points at the field, since the places in it
// have moved, and looks for the misspelt name in what the user wrote.
template <class Read>
auto pointing_at(Piece field, const FieldBounds& bounds, Read read) {
  try {
    return read();
  } catch (Refusal& refusal) {
    for (const Piece& word :
         words(field, [](char32_t c) { return c == U',' || c == U'-' || c == U'/' || c == U'#'; })) {
      const bool is_letters = std::all_of(word.text.begin(), word.text.end(),
                                          [](char32_t c) { return java_upper(c) >= U'A' && java_upper(c) <= U'Z'; });
      if (is_letters && month_named(word.text) == 0 && weekday_named(word.text) < 0 && word.size() > 1)
        refuse_number(bounds, word);
    }
    refusal.error.position = field.position;
    refusal.error.length = field.size();
    throw;
  }
}

Piece trimmed(Piece text) {
  std::size_t begin = 0;
  std::size_t end = text.size();
  while (begin < end && is_java_trimmed(text[begin])) ++begin;
  while (end > begin && is_java_trimmed(text[end - 1])) --end;
  return text.part(begin, end - begin);
}

std::vector<Piece> fields_of(Piece text) {
  std::vector<Piece> fields;
  for (const Piece& word : words(text, [](char32_t c) { return c == U' '; })) {
    const Piece field = trimmed(word);
    if (!field.empty()) fields.push_back(field);
  }
  return fields;
}

}  // namespace

Schedule read_spring(Piece whole) {
  Schedule schedule;
  schedule.dialect = Dialect::kSpring;
  const Piece text = trimmed(whole);
  if (!text.empty() && text[0] == U'@' && read_macro(text.part(1).text, same_letters_in_java, schedule))
    return schedule;
  auto fields = fields_of(text);
  const std::size_t found = fields.size();
  if (found == 1 && fields[0][0] == U'@')
    refuse_macro(fields[0], "spring knows @yearly, @annually, @monthly, @weekly, @daily, @midnight and @hourly.");
  if (found > kFields) fields.resize(kFields + 1);
  if (found != kFields) refuse_count(text, found, fields, kFields, "6, separated by blanks");

  schedule.seconds = read_field(kSeconds, fields[0]);
  schedule.minutes = read_field(kMinutes, fields[1]);
  schedule.hours = static_cast<std::uint32_t>(read_field(kHours, fields[2]));
  schedule.days =
      static_cast<std::uint32_t>(read_day_field(kDays, fields[3], U"LW", read_day_term, schedule.day_terms));
  const Replaced months = replace_names(fields[4], kMonthNames);
  schedule.months =
      static_cast<std::uint32_t>(pointing_at(fields[4], kMonths, [&] { return read_field(kMonths, months.piece()); }));
  const Replaced weekdays = replace_names(fields[5], kDayNames);
  const std::uint64_t bits = pointing_at(fields[5], kWeekdays, [&] {
    return read_day_field(kWeekdays, weekdays.piece(), U"L#", read_weekday_term, schedule.weekday_terms);
  });
  schedule.weekdays = static_cast<std::uint32_t>((bits | bits >> 7) & 0x7F);
  return schedule;
}

}  // namespace cron
