#include "pass/run.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/json.hpp"
#include "config/database_url.hpp"
#include "pass/steps.hpp"

namespace pass {

namespace {

using base::Error;
using base::Field;
using base::Kind;

struct Ending {
  int exit_code = 0;
  std::string outcome;
  std::vector<Field> fields;
  bool leave_at_once = false;
};

// One clear line for people, or the event that machines read.
void tell(const App& app, const base::Log& log, const Error& error, bool json, base::Output& out) {
  const base::KindRow& row = base::row_of(error.kind());
  std::vector<Field> fields{{"kind", row.name}, {"message", error.what()}};
  if (!error.hint().empty()) fields.emplace_back("hint", error.hint());
  if (error.origin() != 0) fields.emplace_back("origin", error.origin());
  if (app.log_format() == base::LogFormat::kJson) {
    log.event(base::Level::kError, "pass.error", fields.data(), fields.size());
  } else {
    std::string line = app.get_name() + ": " + base::printable(error.what());
    if (!error.hint().empty()) line += ". " + base::printable(error.hint());
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  if (json && error.kind() != Kind::kWriteFailed) {
    base::Json envelope = base::Json::object();
    envelope.add("code", row.json_code).add("message", error.what());
    if (!error.hint().empty()) envelope.add("hint", error.hint());
    out.line(envelope.text());
    out.flush();
  }
}

Ending ending_of(const base::Report& report) {
  const base::OutcomeRow& row = base::row_of(report.outcome);
  return {report.exit_code.value_or(row.exit_code), std::string(row.name), report.counts, report.leave_at_once};
}

Ending ending_of(const Error& error) {
  const base::KindRow& row = base::row_of(error.kind());
  return {row.exit_code, std::string(row.name), {}, false};
}

Ending run_body(App& app, base::Context& context, const std::function<base::Report(base::Context&)>& body) {
  try {
    Ending ending = ending_of(body(context));
    context.out.flush();
    return ending;
  } catch (const Error& error) {
    tell(app, context.log, error, context.json, context.out);
    return ending_of(error);
  } catch (const std::exception& error) {
    const Error bug(Kind::kBug, error.what(), "This is a bug in " + app.get_name() + "; please report it.");
    tell(app, context.log, bug, context.json, context.out);
    return ending_of(bug);
  }
}

void say_begin(const App& app, const base::Log& log) {
  std::vector<Field> fields{{"version", ONESHOT_VERSION}, {"pid", getpid()}};
  std::optional<Error> wrong;  // a target that cannot be named; pass.begin comes first all the same
  for (const auto& describe : app.describers()) {
    try {
      fields.push_back(describe());
    } catch (const Error& error) {
      wrong.emplace(error);
    }
  }
  log.event(base::Level::kInfo, "pass.begin", fields.data(), fields.size());
  if (wrong) throw *wrong;
}

void say_end(const base::Log& log, const Ending& ending, std::chrono::steady_clock::time_point began) {
  std::vector<Field> fields{{"outcome", ending.outcome}};
  fields.insert(fields.end(), ending.fields.begin(), ending.fields.end());
  const auto took = std::chrono::steady_clock::now() - began;
  fields.emplace_back("duration_ms", std::chrono::duration_cast<base::milliseconds>(took).count());
  fields.emplace_back("exit", ending.exit_code);
  log.event(base::Level::kInfo, "pass.end", fields.data(), fields.size());
}

// Help and version are data; anything else that the parser says is a usage error.
int end_of_parsing(App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    app.exit(error);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : base::row_of(Kind::kWriteFailed).exit_code;
  }
  const bool file = dynamic_cast<const CLI::FileError*>(&error) != nullptr;
  std::fprintf(stderr, "%s: %s. Run %s --help for what it takes.\n", app.get_name().c_str(),
               base::printable(config::hide_passwords(error.what())).c_str(), app.get_name().c_str());
  return base::row_of(file ? Kind::kConfig : Kind::kUsage).exit_code;
}

}  // namespace

int run(App& app, int argc, char** argv, const std::function<base::Report(base::Context&)>& body) {
  const auto began = std::chrono::steady_clock::now();
  // A reader of stdout that went away is a failed write, not a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  base::Output out;
  try {
    app.parse_all(argc, argv);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  } catch (const Error& error) {
    const base::Log log(app.get_name(), app.log_format(), app.log_level());
    tell(app, log, error, false, out);
    return base::row_of(error.kind()).exit_code;
  }

  const base::Log log(app.get_name(), app.log_format(), app.log_level());
  base::StopSource stop;
  stop.listen_to_signals();
  base::Context context{log, base::StopToken(stop), out, app.json(), app.dry_run(), steps_from_environment()};
  Ending ending;
  try {
    say_begin(app, log);
    ending = run_body(app, context, body);
  } catch (const Error& error) {  // the options behind pass.begin, or the envelope of an error
    ending = ending_of(error);
    tell(app, log, error, false, out);
  }
  say_end(log, ending, began);
  if (ending.leave_at_once) std::_Exit(ending.exit_code);
  if (ending.exit_code == 0 && !log.is_intact()) return base::row_of(Kind::kWriteFailed).exit_code;
  return ending.exit_code;
}

}  // namespace pass
