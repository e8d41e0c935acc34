// What cron-next is asked about one expression.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/context.hpp"
#include "cron/dialect.hpp"
#include "cron/explain.hpp"
#include "cron/zone.hpp"

namespace forecasting {

struct Question {
  std::string text;
  std::string dialect;  // empty: compare all
  std::string zone;     // empty: UTC
  int count = 5;
  std::string from;   // empty: now
  std::string until;  // empty: no end
  std::string now;    // for looking ahead; empty: the host's clock
  bool previous = false;
  bool explain = false;
  bool must_fire = false;
  std::string language = "en";
  std::string convert_to;
  std::string seed;
};

// What the whole program was asked.
struct Request {
  Question question;
  bool has_expression = false;      // also when it is empty
  std::vector<std::string> unread;  // words that are no option and no expression
  bool checks = false;              // --check was given
  std::vector<std::string> check;   // its paths; words elsewhere on the line are paths too then
  std::string format = "text";
  std::string crontab_format;
  bool strict = false;
  bool calendar = false;
};

// One call for the program: an expression, a check, or a calendar of either. Throws Error{kUsage}
// when neither an expression nor --check was given.
base::Report forecast(base::Context& context, const Request& request);

// Prints the answer: data on stdout, exit 65 for an expression that is not valid or, with must_fire,
// never fires. Throws Error{kInput} for a zone or an instant that cannot be read.
base::Report answer(base::Context& context, const Question& question);

}  // namespace forecasting
