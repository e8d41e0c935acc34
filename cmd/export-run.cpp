// export-run: claim queued exports and run them, one pass.
#include "exporting/run_pass.hpp"
#include "pass/run.hpp"
#include "run_options.hpp"

int main(int argc, char** argv) {
  pass::App app("Claim queued exports and run them, one pass.", "export-run");
  exporting::RunOptions want;
  RunTaskOptions shared;
  pass::add_duration(app, "--for", want.look_for, "keep looking for new tasks so long");
  app.add_option("--task", want.task_id, "run this task and no other")->type_name("ID");
  shared.add_to(app, want);
  app.examples({"export-run --workers 4 --for 55s", "export-run --task 1024"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    shared.finish(want);
    return exporting::run_pass(ctx, want);
  });
}
