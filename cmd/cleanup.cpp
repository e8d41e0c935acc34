// cleanup: settle what the passes left behind, and remove what has expired.
#include "retention/cleanup.hpp"

#include "pass/options.hpp"
#include "pass/run.hpp"

int main(int argc, char** argv) {
  pass::App app("Settle what the passes left behind, and remove what has expired.", "cleanup");
  retention::CleanupOptions want;
  pass::DbOptions db;
  pass::ExportDirOptions export_dir;
  pass::NowOptions now;
  std::string on_stall = "timeout";

  pass::add_duration(app, "--orphaned-after", want.orphaned_after,
                     "a queued task that nobody claimed for so long is due for a retry");
  pass::add_duration(app, "--crashed-after", want.crashed_after,
                     "a task without heartbeat for so long, whose claimer is gone, has crashed");
  pass::add_duration(app, "--stalled-after", want.stalled_after, "a task without heartbeat for so long has stalled");
  app.add_option("--on-stall", on_stall, "timeout: a stalled task is dead; retry: it is run again")
      ->check(CLI::IsMember({"timeout", "retry"}))
      ->capture_default_str();
  pass::add_duration(app, "--keep-rows", want.keep_rows,
                     "how long records of ended tasks and delivered alerts are kept");
  pass::add_duration(app, "--lease-ttl", want.lease_ttl, "the lease ends so long after its last renewal");
  pass::add_duration(app, "--min-hold", want.min_hold, "nobody else cleans up sooner, however quick this pass is");
  app.add_option("--busy-exit", want.busy_exit, "exit code when another holds the lease (default 0)")
      ->check(CLI::Range(0, 255));
  now.add_to(app);
  db.add_to(app);
  export_dir.add_to(app);
  app.add_dry_run();
  app.examples({"cleanup --min-hold 5s", "cleanup --dry-run --now 2026-12-24T00:00:00Z"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    want.retry_stalled = on_stall == "retry";
    want.now = now.instant(ctx.dry_run);
    want.db = db.target();
    want.export_dir = export_dir.folder();
    return retention::cleanup(ctx, want);
  });
}
