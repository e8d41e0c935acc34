// export-run: claim queued exports and run them, one pass.
#include "config/reports_toml.hpp"
#include "exporting/run_pass.hpp"
#include "pass/options.hpp"
#include "pass/run.hpp"
#include "store/session.hpp"

int main(int argc, char** argv) {
  pass::App app("Claim queued exports and run them, one pass.", "export-run");
  exporting::RunOptions want;
  pass::DbOptions db;
  pass::DataDbOptions data_db;
  pass::RedisOptions redis;
  pass::ExportDirOptions export_dir;
  pass::ReportsOptions reports;
  std::string jitter = "additive";

  app.add_option("--workers", want.workers, "tasks at once in this process")->check(CLI::Range(1, 64))->capture_default_str();
  app.add_option("--limit", want.limit, "stop after so many tasks; 0: no limit")->check(CLI::NonNegativeNumber);
  pass::add_duration(app, "--for", want.look_for, "keep looking for new tasks so long");
  app.add_option("--task", want.task_id, "run this task and no other")->type_name("ID");
  app.add_option("--max-running", want.max_running, "most running tasks in the whole database")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  pass::add_duration(app, "--max-pass", want.max_pass, "claim nothing after so long");
  pass::add_duration(app, "--keep", want.keep, "how long a finished file is kept");
  pass::add_duration(app, "--statement-timeout", want.session.statement_timeout, "limit of one statement");
  app.add_option("--retries", want.backoff.retries, "retries of a task that fails")->check(CLI::Range(0, 100))->capture_default_str();
  pass::add_duration(app, "--backoff", want.backoff.base, "wait before the first retry, doubled each time");
  app.add_option("--jitter", jitter, "additive, or ratio:0.2")->capture_default_str();
  db.add_to(app);
  data_db.add_to(app);
  redis.add_to(app);
  export_dir.add_to(app);
  reports.add_to(app);
  app.add_dry_run();
  app.examples({"export-run --workers 4 --for 55s", "export-run --task 1024"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    if (!task::parse_jitter(jitter, want.backoff))
      throw base::Error(base::Kind::kUsage, "--jitter '" + jitter + "' is neither additive nor ratio:0 to 1");
    want.db = db.target();
    want.data_db = data_db.target().value_or(want.db);
    want.redis_url = redis.url();
    want.export_dir = export_dir.folder();
    store::Session main = store::open(want.db, want.session);
    want.reports = config::read_reports(reports.file());
    return exporting::run_pass(ctx, main, want);
  });
}
