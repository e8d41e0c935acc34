#include "cron/refusal.hpp"

#include "cron/suggest.hpp"

namespace cron {

namespace {

constexpr std::size_t kLongestQuote = 40;

std::string quoted(Piece piece) {
  if (piece.size() <= kLongestQuote) return "'" + encode(piece.text) + "'";
  return "'" + encode(piece.text.substr(0, kLongestQuote)) + "…'";
}

std::string allowed_in(const FieldBounds& bounds) {
  std::string allowed = "The " + std::string(name_of(bounds.field)) + " takes " + std::to_string(bounds.low) + " to " +
                        std::to_string(bounds.high);
  if (bounds.field == Field::kMonth) allowed += " or JAN to DEC";
  if (bounds.field == Field::kWeekday) allowed += " or SUN to SAT";
  return allowed + ".";
}

}  // namespace

void refuse(Field field, Piece where, std::string message, std::string hint) {
  throw Refusal{SyntaxError{std::move(message), std::move(hint), field, where.position, where.size()}};
}

void refuse_count(Piece text, std::size_t found, const std::vector<Piece>& fields, std::size_t most,
                  std::string wanted) {
  const std::size_t end = text.position + text.size();
  // Point at the first field too many when there is one: five and six are what people mix up.
  const Piece where = fields.size() > most ? fields[most] : Piece{{}, end};
  std::string message =
      found == 0 ? "the expression is empty" : "found " + std::to_string(found) + (found == 1 ? " field" : " fields");
  refuse(Field::kWhole, where, message + ", expected " + std::move(wanted),
         "Five fields begin with the minute (linux, k8s); six begin with the second (spring, quartz).");
}

void refuse_number(const FieldBounds& bounds, Piece where) {
  std::string hint = allowed_in(bounds);
  const auto meant = closest_name(bounds.field, where.text);
  if (!meant.empty()) hint = "Did you mean " + meant + "? " + hint;
  if (where.empty())
    refuse(bounds.field, where, "a value is missing in the " + std::string(name_of(bounds.field)), hint);
  refuse(bounds.field, where, quoted(where) + " is not a value of the " + std::string(name_of(bounds.field)), hint);
}

void refuse_range(const FieldBounds& bounds, Piece where, std::int64_t value) {
  const bool above = value > bounds.high;
  refuse(bounds.field, where,
         std::string(name_of(bounds.field)) + " " + quoted(where) + " is " + (above ? "above " : "below ") +
             std::to_string(above ? bounds.high : bounds.low),
         allowed_in(bounds));
}

void refuse_backwards(const FieldBounds& bounds, Piece where) {
  refuse(bounds.field, where, "the range " + quoted(where) + " runs backwards",
         "Write it as two ranges with a comma between them, the larger values first or last.");
}

void refuse_step(const FieldBounds& bounds, Piece where) {
  const std::string field(name_of(bounds.field));
  if (where.empty()) refuse(bounds.field, where, "a step is missing behind '/' in the " + field);
  refuse(bounds.field, where, quoted(where) + " is not a step in the " + field, "A step is a whole number from 1 on.");
}

void refuse_macro(Piece where, std::string hint) {
  const auto meant = closest_macro(where.text);
  if (!meant.empty()) hint = "Did you mean " + meant + "? " + hint;
  refuse(Field::kWhole, where, quoted(where) + " is not a known name for a schedule", std::move(hint));
}

std::uint64_t bits_between(int low, int high, int step) {
  std::uint64_t bits = 0;
  for (std::int64_t i = low; i <= high; i += step) bits |= std::uint64_t{1} << i;
  return bits;
}

}  // namespace cron
