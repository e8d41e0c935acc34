// export-status: how one export stands, or a list of the newest.
#include "exporting/status_pass.hpp"
#include "pass/options.hpp"
#include "pass/run.hpp"

int main(int argc, char** argv) {
  pass::App app("How one export stands, or a list of the newest.", "export-status");
  exporting::StatusPass want;
  pass::DbOptions db;
  pass::RedisOptions redis;

  app.add_option("id", want.id, "the task; without it a list")->type_name("ID");
  app.add_flag("--watch", want.watch, "follow the task to its end");
  app.add_option("--state", want.state, "only tasks in this state")
      ->check(CLI::IsMember({"PENDING", "RUNNING", "RETRY_WAIT", "SUCCESS", "FAILED", "TIMEOUT"}))
      ->type_name("STATE");
  app.add_flag("--dead", want.filter.dead, "only FAILED and TIMEOUT: what --again drives anew")->excludes("--state");
  app.add_option("--user", want.filter.user_id, "only tasks of this user");
  app.add_option("--limit", want.filter.count, "most tasks in the list")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  db.add_to(app);
  redis.add_to(app);
  app.examples({"export-status 1024 --watch", "export-status --dead --json"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    want.db = db.target();
    want.redis_url = redis.url();
    return exporting::status_pass(ctx, want);
  });
}
