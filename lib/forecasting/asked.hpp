// A question whose words have been turned into values.
#pragma once

#include <optional>

#include "cron/parse.hpp"
#include "forecasting/moments.hpp"
#include "forecasting/question.hpp"

namespace forecasting {

struct Asked {
  const Question& question;
  cron::Zone zone;
  Second now;
  Second from;
  std::optional<Second> until;
  cron::Language language;
};

// Throws Error{kInput} for a zone, an instant or a dialect that is not one.
Asked read_question(const Question& question);

cron::Zone read_zone(const std::string& name);
cron::Dialect read_dialect(const std::string& name);
Second read_now(const std::string& text);

// The firings that were asked for, in the order asked.
std::vector<Second> firings_of(const cron::Schedule& schedule, const Asked& asked);

// The caret under the place, for a terminal: three lines.
std::string pointed_out(const std::string& text, const cron::SyntaxError& error);

// What a reader of the error should know besides: the hint, and which dialect takes the text.
std::string hint_for(const std::string& text, const cron::SyntaxError& error, cron::Dialect dialect);

// The first dialect that accepts the text; linux when none does.
cron::Dialect likely_dialect(const std::string& text);

// Prints why the text is not valid: position, hint, and who would accept it. Exit 65.
base::Report say_invalid(base::Context& context, const Asked& asked, const cron::SyntaxError& error,
                         cron::Dialect dialect);

}  // namespace forecasting
