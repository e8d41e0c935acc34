// The options that export-run and redeliver share: both run tasks, by the same code.
#pragma once

#include <string>

#include "config/reports_toml.hpp"
#include "exporting/export_options.hpp"
#include "file_rule_options.hpp"
#include "pass/options.hpp"

class RunTaskOptions {
 public:
  void add_to(pass::App& app, exporting::RunOptions& want) {
    app.add_option("--workers", want.workers, "tasks at once in this process")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app.add_option("--limit", want.limit, "stop after so many tasks; 0: no limit")->check(pass::at_least(0));
    app.add_option("--max-running", want.max_running, "most running tasks in the whole database")
        ->check(pass::at_least(1))
        ->capture_default_str();
    pass::add_duration(app, "--max-pass", want.max_pass, "claim nothing after so long");
    pass::add_duration(app, "--keep", want.keep, "how long a finished file is kept");
    pass::add_duration(app, "--statement-timeout", want.session.statement_timeout, "limit of one statement");
    pass::add_duration(app, "--task-timeout", want.task_timeout, "limit of one attempt of a task; 0s: none");
    app.add_option("--retries", want.backoff.retries, "retries of a task that fails")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    pass::add_duration(app, "--backoff", want.backoff.base, "wait before the first retry, doubled each time");
    app.add_option("--jitter", jitter_, "additive, or ratio:0.2")->capture_default_str();
    file_rules_.add_to(app);
    db_.add_to(app);
    data_db_.add_to(app);
    redis_.add_to(app);
    export_dir_.add_to(app);
    reports_.add_to(app);
    app.add_dry_run();
  }

  // After parsing. Throws Error{kUsage, kConfig, kInput} for what cannot be used.
  void finish(exporting::RunOptions& want) const {
    if (!task::parse_jitter(jitter_, want.backoff))
      throw base::Error(base::Kind::kUsage, "--jitter '" + jitter_ + "' is neither additive nor ratio:0 to 1");
    if (want.task_timeout.count() > 0 && want.session.statement_timeout > want.task_timeout)
      throw base::Error(base::Kind::kUsage,
                        "--statement-timeout " + base::format_duration(want.session.statement_timeout) +
                            " is longer than --task-timeout " + base::format_duration(want.task_timeout),
                        "A statement is a part of its task: shorten the one or lengthen the other.");
    want.file_rules = file_rules_.rules();
    want.db = db_.target();
    want.data_db = data_db_.target().value_or(want.db);
    want.redis_url = redis_.url();
    want.export_dir = export_dir_.folder();
    want.makes_export_dir = export_dir_.is_default();
    want.reports_file = reports_.file();
  }

 private:
  FileRuleOptions file_rules_;
  pass::DbOptions db_;
  pass::DataDbOptions data_db_;
  pass::RedisOptions redis_;
  pass::ExportDirOptions export_dir_;
  pass::ReportsOptions reports_;
  std::string jitter_ = "additive";
};
