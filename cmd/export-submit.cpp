// export-submit: ask for a report; the printed id is the receipt.
#include "exporting/submit_pass.hpp"
#include "pass/options.hpp"
#include "pass/run.hpp"

int main(int argc, char** argv) {
  pass::App app("Ask for a report; the printed id is the receipt.", "export-submit");
  exporting::SubmitPass want;
  pass::DbOptions db;
  pass::RedisOptions redis;
  pass::ReportsOptions reports;
  std::string format = "xlsx";

  app.add_option("report", want.submit.request.report, "name of the report");
  app.add_option("--user", want.submit.request.user_id, "submitter, :user_id in the report")->check(pass::at_least(0));
  app.add_option("-p,--param", want.submit.params, "a parameter, NAME=VALUE; may be repeated")
      ->type_name("NAME=VALUE")
      ->take_all();
  app.add_option("--format", format, "xlsx, csv or csv-excel")
      ->check(CLI::IsMember({"xlsx", "csv", "csv-excel"}))
      ->capture_default_str();
  app.add_option("--request-id", want.submit.request.request_id, "submitting it twice returns the first id");
  app.add_option("--trace-id", want.submit.request.trace_id, "goes through to every event (default: a new one)");
  app.add_option("--priority", want.submit.request.priority, "smaller is sooner")->capture_default_str();
  app.add_option("--not-before", want.not_before, "earliest start, RFC 3339: 2026-12-01T08:00:00+08:00")
      ->type_name("INSTANT");
  app.add_option("--again", want.again, "drive this dead task again, as a new one")->type_name("ID");
  app.add_option("--queue-limit", want.submit.limits.queue, "most tasks that wait or run")
      ->check(pass::at_least(1))
      ->capture_default_str();
  app.add_option("--user-limit", want.submit.limits.user, "the same for one user; 0: none")->check(pass::at_least(0));
  app.add_flag("--emit-sql", want.emit_sql, "print the INSERT for your own transaction, insert nothing");
  app.add_flag("--wait", want.wait, "follow the task to its end");
  db.add_to(app);
  redis.add_to(app);
  reports.add_to(app);
  app.add_dry_run();
  app.examples({"export-submit tasks --user 42 -p since='2026-01-01 00:00:00'", "export-submit --again 1024 --json"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    want.submit.request.format = *task::format_named(format);
    want.db = db.target();
    want.redis_url = redis.url();
    want.reports_file = reports.file();
    return exporting::submit_pass(ctx, want);
  });
}
