// export-download: print where a finished file is, or copy it.
#include "exporting/download.hpp"
#include "pass/options.hpp"
#include "pass/run.hpp"
#include "store/session.hpp"

int main(int argc, char** argv) {
  pass::App app("Print where a finished file is, or copy it.", "export-download");
  exporting::DownloadOptions want;
  pass::DbOptions db;
  pass::ExportDirOptions export_dir;

  app.add_option("id", want.id, "the task")->required()->type_name("ID");
  app.add_option("-o,--output", want.output, "copy to this file or into this folder; - is stdout")->type_name("PATH");
  db.add_to(app);
  export_dir.add_to(app);
  app.examples({"export-download 1024", "export-download 1024 -o report.xlsx"});

  return pass::run(app, argc, argv, [&](base::Context& ctx) {
    want.export_dir = export_dir.folder();
    store::Session session = store::open(db.target());
    return exporting::download(ctx, session, want);
  });
}
