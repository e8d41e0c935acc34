// cron-next: say when a cron expression fires, in four dialects.
#include "forecasting/question.hpp"
#include "pass/run.hpp"

int main(int argc, char** argv) {
  pass::App app{"Say when a cron expression fires, in four dialects.", "cron-next"};
  forecasting::Request want;
  forecasting::Question& question = want.question;
  const CLI::Option* expression = app.add_option("expression", question.text, "the cron expression, in quotes");
  app.allow_extras();  // an expression may begin with a minus; forecast() refuses the rest
  app.add_option("--dialect", question.dialect, "linux, spring, quartz or k8s (default: compare all)")
      ->type_name("NAME");
  app.add_option("--zone", question.zone, "IANA time zone (default: UTC)")
      ->type_name("ZONE")
      ->check([](const std::string& zone) { return std::string(zone.empty() ? "it is empty" : ""); });
  app.add_option("-n,--count", question.count, "how many firings")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--from", question.from, "firings strictly after this instant (default: now)")->type_name("INSTANT");
  app.add_option("--until", question.until, "no firing behind this instant")->type_name("INSTANT");
  app.add_option("--now", question.now, "take this for now")->type_name("INSTANT");
  app.add_flag("--prev", question.previous, "the firings before --from, the latest first");
  app.add_flag("--explain", question.explain, "say it in words");
  app.add_option("--lang", question.language, "language of the words")
      ->check(CLI::IsMember({"en", "zh"}))
      ->capture_default_str();
  app.add_option("--to", question.convert_to, "the equal expression in this dialect, proven")->type_name("NAME");
  app.add_flag("--must-fire", question.must_fire, "exit 65 when it never fires");
  app.add_option("--seed", question.seed, "the job's name: settles ~ of the linux dialect")->type_name("NAME");
  const CLI::Option* check =
      app.add_option("--check", want.check, "check crontabs, CronJobs, jobs.toml, folders; - is stdin")
          ->type_name("PATH")
          ->expected(0, CLI::detail::expected_max_vector_size);  // or it would take --strict for a path
  app.add_option("--format", want.format, "of --check")
      ->check(CLI::IsMember({"text", "json", "sarif", "github"}))
      ->capture_default_str();
  app.add_option("--crontab", want.crontab_format, "format of crontabs (default: as the file shows)")
      ->check(CLI::IsMember({"user", "system"}));
  app.add_flag("--strict", want.strict, "warnings of --check are errors");
  app.add_flag("--calendar", want.calendar, "a week of firings, hour by hour");
  app.examples({"cron-next '30 2 * * *' --dialect linux --zone America/New_York",
                "cron-next '0 0 2 * * ?' --dialect quartz --explain",
                "cron-next '0 0 * * 5' --dialect linux --to quartz",
                "cron-next --check crontab/ k8s/ --format github"});
  return pass::run(app, argc, argv, [&](base::Context& context) {
    want.has_expression = expression->count() > 0;
    want.checks = check->count() > 0;
    want.unread = app.remaining();
    return forecasting::forecast(context, want);
  });
}
