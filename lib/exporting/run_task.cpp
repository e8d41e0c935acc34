#include "exporting/run_task.hpp"

#include <chrono>
#include <optional>

#include "base/json.hpp"
#include "digest/sha256.hpp"
#include "exporting/progress.hpp"
#include "exporting/report_pages.hpp"
#include "exporting/settle.hpp"
#include "sheet/part_file.hpp"
#include "sheet/writer.hpp"
#include "task/error_class.hpp"

namespace exporting {

namespace {

using base::Error;

constexpr std::chrono::hours kWholeQuery{24};  // until the server answers; a dead peer is found by keep-alive
constexpr base::seconds kSocketMargin{10};     // so that the server's own limit speaks first

// The stop token was seen between two pages.
struct Interrupted {};

sheet::BookOptions book_of(const task::Report& report, const ReportShape& shape) {
  sheet::BookOptions book;
  book.title = report.title;
  for (std::size_t i = 0; i < shape.columns.size(); ++i) {
    sheet::ColumnStyle style;
    style.header = shape.headers[i];
    style.kind = shape.columns[i].kind;
    style.scale = shape.columns[i].scale;
    if (i < report.columns.size()) {
      style.width = report.columns[i].width;
      style.number_format = report.columns[i].format;
    }
    book.columns.push_back(std::move(style));
  }
  return book;
}

std::unique_ptr<sheet::Writer> open_writer(sheet::PartFile& part, const task::Task& task, const task::Report& report,
                                           const ReportShape& shape, const task::FileRules& defaults) {
  const task::FileRules rules = task::merged(report.file_rules, defaults);
  sheet::BookOptions book = book_of(report, shape);
  book.refuses_lossy = rules.is_strict.value_or(false);
  book.fail_on_row_limit = rules.on_row_limit == task::RowLimit::kFail;
  if (task.format == task::Format::kXlsx) return sheet::open_xlsx(part, std::move(book));
  sheet::CsvOptions csv;
  csv.for_excel = task.format == task::Format::kCsvExcel;
  csv.null_text = rules.null_text.value_or(csv.null_text);
  csv.delimiter = rules.delimiter.value_or(csv.delimiter);
  return sheet::open_csv(part, std::move(book), csv);
}

std::string manifest_of(const task::Report& report, const sheet::Summary& summary, base::Instant snapshot_at) {
  base::Json sheets = base::Json::array();
  for (const std::string& name : summary.sheet_names) sheets.push(name);
  base::Json rules = base::Json::array();
  for (const sheet::RuleCount& rule : summary.rules)
    rules.push(base::Json::object()
                   .add("rule", rule.name)
                   .add("lossy", rule.is_lossy)
                   .add("cells", rule.cells)
                   .add("firstRow", rule.first_row)
                   .add("firstColumn", rule.first_column));
  digest::Sha256 definition;
  definition.add(task::canonical_text(report));
  return base::Json::object()
      .add("report", report.name)
      .add("title", report.title)
      .add("definitionSha256", definition.finish_hex())
      .add("rows", summary.rows)
      .add("columns", summary.columns)
      .add("sheets", sheets)
      .add("snapshotAt", base::format_instant(snapshot_at))
      .add("rules", rules)
      .text();
}

// One attempt. Throws Error for a failure, Fenced, Interrupted.
class Attempt {
 public:
  Attempt(const base::Context& ctx, const RunOptions& options, const config::Reports& reports, const task::Task& task,
          store::Session& control, cache::ProgressCache& cache)
      : ctx_(ctx),
        options_(options),
        reports_(reports),
        task_(task),
        claim_{task.id, task.run_token},
        tasks_(control),
        progress_(tasks_, cache, claim_) {}

  // The file it names is published, and no row names it yet.
  store::FinishedFile run() {
    const task::Report& report = config::report_named(reports_, task_.report);
    const task::ParamValues values = task::bind_params(report, task_.params, task_.user_id);
    const std::unique_ptr<store::Reader> reader = store::open_reader(options_.data_db, session_of(report));
    ctx_.log.debug("task.reader",
                   {{"task_id", task_.id}, {"connection_id", static_cast<std::int64_t>(reader->connection_id())}});
    ReportPages pages(report, values, *reader);
    const ReportShape shape = pages.open();
    progress_.begin(shape.total);
    ctx_.step("counted");

    const std::string name = task::file_name(task_.id, task_.run_token, task_.format);
    sheet::PartFile part(options_.export_dir, name);
    std::unique_ptr<sheet::Writer> writer = open_writer(part, task_, report, shape, options_.file_rules);
    pages.each([&](std::span<const task::Cell> cells) { writer->row(cells); },
               [&](std::int64_t written) {
                 if (ctx_.stop.is_requested()) throw Interrupted{};
                 check_limit();
                 progress_.page_done(written);
                 ctx_.step("page");
               });
    const sheet::Summary summary = writer->finish();
    writer.reset();
    ctx_.step("written");
    return publish(part, report, name, summary, pages.snapshot_at());
  }

  ProgressWriter& progress() { return progress_; }

 private:
  // The statement limit of a whole query is the task's.
  store::SessionOptions session_of(const task::Report& report) const {
    store::SessionOptions session = options_.session;
    if (report.is_paged()) return session;
    session.whole_timeout = options_.task_timeout;
    session.socket_timeout = options_.task_timeout.count() > 0 ? options_.task_timeout + kSocketMargin : kWholeQuery;
    return session;
  }

  void check_limit() const {
    if (options_.task_timeout.count() == 0 || std::chrono::steady_clock::now() - began_ < options_.task_timeout) return;
    throw Error(base::Kind::kNotNow,
                "over the limit of " + base::format_duration(options_.task_timeout) + " (--task-timeout)");
  }

  store::FinishedFile publish(sheet::PartFile& part, const task::Report& report, const std::string& name,
                              const sheet::Summary& summary, base::Instant snapshot_at) {
    store::FinishedFile file;
    file.path = name;
    file.sha256 = digest::sha256_hex_of_descriptor(part.descriptor(), part.part_name());
    file.manifest = manifest_of(report, summary, snapshot_at);
    file.rows = static_cast<std::int64_t>(summary.rows);
    file.size = static_cast<std::int64_t>(part.publish());
    ctx_.step("published");
    return file;
  }

  const base::Context& ctx_;
  const RunOptions& options_;
  const config::Reports& reports_;
  const task::Task& task_;
  store::ClaimKey claim_;
  store::ReportTaskStore tasks_;
  ProgressWriter progress_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

void log_end(const base::Context& ctx, const task::Task& task, const SettledEnd& end, std::int64_t rows,
             std::chrono::steady_clock::time_point began) {
  const auto took = std::chrono::duration_cast<base::milliseconds>(std::chrono::steady_clock::now() - began);
  std::vector<base::Field> fields{{"task_id", task.id},    {"trace_id", task.trace_id},
                                  {"report", task.report}, {"result", end.result},
                                  {"rows", rows},          {"duration_ms", took.count()}};
  if (!end.message.empty()) fields.emplace_back("error", end.message);
  const bool bad = end.task_end.result != TaskResult::kSuccess && end.task_end.result != TaskResult::kInterrupted;
  ctx.log.event(bad ? base::Level::kWarn : base::Level::kInfo, "task.end", fields.data(), fields.size());
}

}  // namespace

TaskEnd run_task(const base::Context& ctx, const RunOptions& options, const config::Reports& reports,
                 const task::Task& task, store::Session& control, cache::ProgressCache& cache) {
  const auto began = std::chrono::steady_clock::now();
  ctx.log.info("task.begin", {{"task_id", task.id},
                              {"trace_id", task.trace_id},
                              {"report", task.report},
                              {"user_id", task.user_id},
                              {"attempt", task.retry_count + task.crash_count + task.interrupt_count + 1}});
  Attempt attempt(ctx, options, reports, task, control, cache);
  const Settlement settle(ctx, options, task, control);
  SettledEnd end;
  std::optional<store::FinishedFile> file;
  try {
    file = attempt.run();
  } catch (const Fenced&) {
    end = settle.fenced();
  } catch (const Cancelled&) {
    end = settle.cancelled();
  } catch (const Interrupted&) {
    end = settle.interrupted();
  } catch (const Error& error) {
    end = settle.failed(error);
  } catch (const std::exception& error) {
    end = settle.failed(Error(base::Kind::kBug, error.what()));
  }
  // Not within the try: once SUCCESS may be written, nothing is a failure of the task any more.
  if (file) end = settle.finished(*file);
  if (file) ctx.step("finished");
  attempt.progress().drop();
  log_end(ctx, task, end, file ? file->rows : 0, began);
  return end.task_end;
}

}  // namespace exporting
