// redeliver: run again what is due for a retry, one pass.
#include "exporting/redeliver.hpp"

#include "pass/run.hpp"
#include "run_options.hpp"

int main(int argc, char** argv) {
  pass::App app("Run again what is due for a retry, one pass.", "redeliver");
  exporting::RunOptions want;
  exporting::Rhythm rhythm;
  RunTaskOptions shared;
  std::string only = "tasks";
  app.add_option("--passes", rhythm.passes, "look so many times")->check(CLI::Range(1, 1000))->capture_default_str();
  pass::add_duration(app, "--every", rhythm.every, "time from the start of one look to the next");
  app.add_option("--only", only, "tasks: export tasks, the one kind of work there is to redeliver")
      ->check(CLI::IsMember({"tasks"}))
      ->type_name("KIND");
  shared.add_to(app, want);
  app.examples({"redeliver --passes 2 --every 30s", "redeliver --limit 20"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    shared.finish(want);
    return exporting::redeliver(ctx, want, rhythm);
  });
}
