#include "forecasting/conversion.hpp"

#include "base/json.hpp"
#include "cron/convert.hpp"

namespace forecasting {

namespace {

using base::Json;
using base::Outcome;

Json proof_json(const cron::Conversion& conversion) {
  Json list = Json::array();
  for (const std::string& sentence : conversion.proof) list.push(sentence);
  return list;
}

base::Report say_equal(base::Context& context, const Asked& asked, const cron::Conversion& conversion,
                       cron::Dialect from, cron::Dialect to) {
  if (context.json) {
    Json data = Json::object();
    data.add("expression", asked.question.text)
        .add("dialect", cron::name_of(from))
        .add("zone", asked.question.zone)
        .add("to", cron::name_of(to))
        .add("converted", conversion.text)
        .add("proof", proof_json(conversion));
    context.out.line(Json::object().add("code", 0).add("data", data).text());
  } else {
    context.out.line(conversion.text);
    if (asked.question.explain)
      for (const std::string& sentence : conversion.proof) context.out.line("  " + sentence);
  }
  return {Outcome::kDone, {}, std::nullopt};
}

}  // namespace

base::Report say_conversion(base::Context& context, const Asked& asked, const cron::Schedule& schedule) {
  const cron::Dialect to = read_dialect(asked.question.convert_to);
  const cron::Conversion conversion = cron::convert(schedule, to, asked.zone, asked.from);
  if (!conversion.text.empty()) return say_equal(context, asked, conversion, schedule.dialect, to);

  const std::string message =
      "no " + std::string(cron::name_of(to)) + " expression is equal: " + conversion.proof.back();
  std::string where;
  if (conversion.difference)
    where = "the nearest, '" + conversion.nearest + "', " +
            (conversion.difference->first_fires ? "does not fire at " : "also fires at ") +
            local_text(conversion.difference->at, asked.zone);
  if (context.json) {
    Json envelope = Json::object();
    envelope.add("code", base::row_of(Outcome::kInvalid).json_code).add("message", message).add("position", 0);
    if (conversion.difference)
      envelope.add("nearest", conversion.nearest).add("differsAt", local_text(conversion.difference->at, asked.zone));
    context.out.line(envelope.text());
  } else {
    context.out.line(message);
    if (!where.empty()) context.out.line(where);
  }
  return {Outcome::kInvalid, {{"reason", message}}, std::nullopt};
}

}  // namespace forecasting
