// From text to a schedule, by the rules of one dialect.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "cron/dialect.hpp"
#include "cron/schedule.hpp"

namespace cron {

struct SyntaxError {
  std::string message;  // lowercase, no full stop: "minute 60 is above 59"
  std::string hint;     // a sentence that says what is allowed or meant; may be empty
  Field field = Field::kWhole;
  // Where it is, counted in characters from 0; an error at the end of the text points behind it.
  std::size_t position = 0;
  std::size_t length = 0;

  bool operator==(const SyntaxError&) const = default;
};

using Parsed = std::variant<Schedule, SyntaxError>;

// `seed` settles the `~` of the linux dialect: the same name gives the same time on every host.
// Never throws, whatever the text holds; broken UTF-8 is refused as any other wrong character.
Parsed parse(std::string_view text, Dialect dialect, std::string_view seed = {});

// The schedule inside, or null.
inline const Schedule* schedule_in(const Parsed& parsed) { return std::get_if<Schedule>(&parsed); }

}  // namespace cron
