#include "base/error.hpp"
#include "forecasting/calendar.hpp"
#include "forecasting/check.hpp"

namespace forecasting {

namespace {

CheckRequest check_request(const Request& request) {
  CheckRequest made;
  made.paths = request.check;
  made.format = request.format;
  made.crontab_format = request.crontab_format;
  made.zone = request.question.zone;
  made.now = request.question.now;
  made.seed = request.question.seed;
  made.strict = request.strict;
  return made;
}

}  // namespace

base::Report forecast(base::Context& context, const Request& request) {
  Question question = request.question;
  if (question.zone.empty()) question.zone = "UTC";
  if (!request.check.empty()) {
    if (!question.text.empty())
      throw base::Error(base::Kind::kUsage, "an expression and --check exclude each other", "Ask one of the two.");
    if (!request.calendar) return check(context, check_request(request));
    return show_calendar(context, check_files(check_request(request)), question);
  }
  if (question.text.empty())
    throw base::Error(base::Kind::kUsage, "no expression was given", "Give one in quotes, or files with --check.");
  return request.calendar ? show_calendar(context, question) : answer(context, question);
}

}  // namespace forecasting
