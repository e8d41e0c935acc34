// export-cancel: ask a queued or running export to stop.
#include "exporting/cancel.hpp"
#include "pass/options.hpp"
#include "pass/run.hpp"
#include "store/session.hpp"

int main(int argc, char** argv) {
  pass::App app("Ask a queued or running export to stop.", "export-cancel");
  std::int64_t id = 0;
  pass::DbOptions db;

  app.add_option("id", id, "the task")->required()->type_name("ID");
  db.add_to(app);
  app.add_dry_run();
  app.examples({"export-cancel 1024", "export-cancel 1024 && export-status 1024 --watch"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    store::Session session = store::open(db.target());
    return exporting::cancel_task(ctx, session, id);
  });
}
