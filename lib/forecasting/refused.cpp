#include <fmt/format.h>

#include "base/json.hpp"
#include "cron/compare.hpp"
#include "forecasting/asked.hpp"

namespace forecasting {

using base::Json;
using base::Outcome;

base::Report say_invalid(base::Context& context, const Asked& asked, const cron::SyntaxError& error,
                         cron::Dialect dialect) {
  const std::string hint = hint_for(asked.question.text, error, dialect);
  if (context.json) {
    Json envelope = Json::object();
    envelope.add("code", base::row_of(Outcome::kInvalid).json_code)
        .add("message", error.message)
        .add("position", error.position)
        .add("length", error.length)
        .add("field", cron::name_of(error.field))
        .add("dialect", cron::name_of(dialect))
        .add("hint", hint);
    Json takers = Json::array();
    for (const cron::Dialect other : cron::accepting(asked.question.text)) takers.push(cron::name_of(other));
    context.out.line(envelope.add("acceptedBy", takers).text());
  } else {
    context.out.write(fmt::format("invalid {} expression: {}\n{}", cron::name_of(dialect),
                                  base::printable(error.message), pointed_out(asked.question.text, error)));
    if (!hint.empty()) context.out.line(base::printable(hint));
  }
  return {Outcome::kInvalid, {{"reason", error.message}}, std::nullopt};
}

cron::Dialect likely_dialect(const std::string& text) {
  const auto takers = cron::accepting(text);
  return takers.empty() ? cron::Dialect::kLinux : takers.front();
}

}  // namespace forecasting
