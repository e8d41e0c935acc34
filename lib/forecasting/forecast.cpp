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

// Behind --check every word is a path, wherever it stands: `--check --strict crontab/`.
void take_paths(Request& request) {
  if (!request.checks) return;
  const auto is_unset = [](const std::string& path) { return path.empty(); };
  std::erase_if(request.check, is_unset);
  if (request.has_expression && request.question.text.find(' ') != std::string::npos)
    throw base::Error(base::Kind::kUsage, "an expression and --check exclude each other", "Ask one of the two.");
  if (request.has_expression) request.check.push_back(request.question.text);
  request.has_expression = false;
  for (auto word = request.unread.begin(); word != request.unread.end();) {
    const bool is_path = !word->starts_with('-') || *word == "-";
    if (is_path) request.check.push_back(*word);
    word = is_path ? request.unread.erase(word) : std::next(word);
  }
  if (request.check.empty())
    throw base::Error(base::Kind::kUsage, "--check was given no path", "Give files, folders, or - for stdin.");
}

// A word with a blank in it is no option that was mistyped but an expression that begins with a minus.
void take_unread(Request& request) {
  for (const std::string& word : request.unread) {
    if (request.has_expression || word.find(' ') == std::string::npos)
      throw base::Error(base::Kind::kUsage, "unknown option or word '" + word + "'",
                        "Run cron-next --help for what it takes; an expression is one word in quotes.");
    request.question.text = word;
    request.has_expression = true;
  }
}

}  // namespace

base::Report forecast(base::Context& context, const Request& asked) {
  Request request = asked;
  take_paths(request);
  take_unread(request);
  Question question = request.question;
  if (question.zone.empty()) question.zone = "UTC";
  if (request.checks) {
    if (!request.calendar) return check(context, check_request(request));
    return show_calendar(context, check_files(check_request(request)), question);
  }
  if (!request.has_expression)
    throw base::Error(base::Kind::kUsage, "no expression was given", "Give one in quotes, or files with --check.");
  return request.calendar ? show_calendar(context, question) : answer(context, question);
}

}  // namespace forecasting
