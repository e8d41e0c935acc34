// The linux dialect as cronie 1.7 reads it (its entry.c): term by term, each checked only as far as
// the daemon checks it.
#include <algorithm>

#include "cron/macros.hpp"
#include "cron/refusal.hpp"

namespace cron {

namespace {

constexpr FieldBounds kWeekdays{Field::kWeekday, 0, 7};
constexpr std::size_t kFields = 5;

bool is_word_character(char32_t c) { return is_ascii_digit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }

// FNV-1a: written down in docs/cron.md, because a job must keep its minute for ever.
std::uint64_t fingerprint(std::string_view seed, std::size_t field, std::size_t term) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto mix = [&hash](unsigned char byte) { hash = (hash ^ byte) * 1099511628211ULL; };
  for (const char c : seed) mix(static_cast<unsigned char>(c));
  mix(static_cast<unsigned char>(field));
  mix(static_cast<unsigned char>(term));
  return hash ^ hash >> 32;
}

// One term of a list, read from left to right.
class Term {
 public:
  Term(const FieldBounds& bounds, Piece text) : bounds_(bounds), text_(text) {}

  std::uint64_t read(std::uint64_t chance) {
    if (take(U'*')) {
      first_ = bounds_.low;
      last_ = bounds_.high;
      read_step();
    } else if (take(U'~')) {
      first_ = bounds_.low;
      return settle(chance);
    } else {
      first_ = last_ = read_number();
      if (take(U'-')) {
        last_ = read_number();
        // A range up to Sunday written as 0 means the other Sunday. cronie does so in every field.
        if (last_ == 0 && first_ > 0) last_ = 7;
        read_step();
      } else if (take(U'~')) {
        return settle(chance);
      } else if (!rest().empty() && rest()[0] == U'/') {
        refuse(bounds_.field, text_, "a step needs a range or a star before it in the linux dialect",
               "Write " + encode(text_.part(0, at_).text) + "-" + std::to_string(bounds_.high) + encode(rest().text) +
                   ".");
      }
    }
    if (!rest().empty()) refuse_number(bounds_, text_);
    return bits();
  }

 private:
  Piece rest() const { return text_.part(at_); }

  bool take(char32_t c) {
    if (rest().empty() || rest()[0] != c) return false;
    ++at_;
    return true;
  }

  int read_number() {
    std::size_t end = at_;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    const Piece word = text_.part(at_, end - at_);
    at_ = end;
    if (const auto number = c_int(word.text)) return *number;
    if (bounds_.field == Field::kMonth && month_named(word.text) > 0) return month_named(word.text);
    if (bounds_.field == Field::kWeekday && weekday_named(word.text) >= 0) return weekday_named(word.text);
    refuse_number(bounds_, word.empty() ? text_ : word);
  }

  void read_step() {
    if (!take(U'/')) return;
    std::size_t end = at_;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    const Piece word = text_.part(at_, end - at_);
    at_ = end;
    step_ = c_int(word.text).value_or(0);
    if (step_ == 0) refuse_step(bounds_, word);
  }

  // A random value in the range, settled by name.
  std::uint64_t settle(std::uint64_t chance) {
    last_ = rest().empty() ? bounds_.high : read_number();
    if (!rest().empty()) refuse_number(bounds_, text_);
    if (first_ > last_) refuse_backwards(bounds_, text_);
    if (first_ < bounds_.low || last_ > bounds_.high)
      refuse_range(bounds_, text_, first_ < bounds_.low ? first_ : last_);
    const std::uint64_t width = static_cast<std::uint64_t>(last_ - first_) + 1;
    first_ = last_ = first_ + static_cast<int>(chance % width);
    return bits();
  }

  // A range that runs backwards is accepted and holds nothing, and values that the step jumps over
  // are not looked at: so does the daemon.
  std::uint64_t bits() const {
    std::uint64_t found = 0;
    for (std::int64_t i = first_; i <= last_; i += step_) {
      if (i < bounds_.low || i > bounds_.high) refuse_range(bounds_, text_, i);
      found |= std::uint64_t{1} << i;
    }
    return found;
  }

  FieldBounds bounds_;
  Piece text_;
  std::size_t at_ = 0;
  int first_ = 0;
  int last_ = 0;
  int step_ = 1;
};

std::uint64_t read_field(const FieldBounds& bounds, Piece text, std::string_view seed) {
  std::uint64_t bits = 0;
  std::size_t term = 0;
  for (const Piece& piece : split(text, U','))
    bits |= Term(bounds, piece).read(fingerprint(seed, static_cast<std::size_t>(bounds.field), term++));
  return bits;
}

void read_at(Piece text, Schedule& schedule) {
  const auto parts = words(text, is_blank);
  if (parts.size() > 1) refuse(Field::kWhole, parts[1], "there is text behind the name of the schedule");
  const Piece name = parts[0].part(1);
  if (same_exactly(name.text, "reboot"))
    schedule.kind = Kind::kReboot;
  else if (!read_macro(name.text, same_exactly, schedule))
    refuse_macro(
        parts[0],
        "linux knows @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly and @reboot, in lower case.");
  // In the daemon @daily is a fixed time and @weekly, @monthly, @yearly have both day fields set
  // or starred so that the day is the one that their name says.
  schedule.minute_star = false;
}

}  // namespace

Schedule read_linux(Piece text, std::string_view seed) {
  Schedule schedule;
  schedule.dialect = Dialect::kLinux;
  auto fields = words(text, is_blank);
  if (!fields.empty() && fields[0][0] == U'@') {
    read_at(text, schedule);
    return schedule;
  }
  const std::size_t found = fields.size();
  if (found > kFields) fields.resize(kFields + 1);
  if (found < kFields) refuse_count(text, found, fields, kFields, "5");
  if (found > kFields) refuse_count(text, found, fields, kFields, "5; cron would run the rest as the command");

  schedule.minutes = read_field(kMinutes, fields[0], seed);
  schedule.hours = static_cast<std::uint32_t>(read_field(kHours, fields[1], seed));
  schedule.days = static_cast<std::uint32_t>(read_field(kDays, fields[2], seed));
  schedule.months = static_cast<std::uint32_t>(read_field(kMonths, fields[3], seed));
  const std::uint64_t weekdays = read_field(kWeekdays, fields[4], seed);
  schedule.weekdays = static_cast<std::uint32_t>((weekdays | weekdays >> 7) & 0x7F);

  const auto is_star = [&](std::size_t i) { return fields[i][0] == U'*'; };
  schedule.minute_star = is_star(0);
  schedule.hour_star = is_star(1);
  schedule.day_star = is_star(2);
  schedule.weekday_star = is_star(4);
  return schedule;
}

}  // namespace cron
