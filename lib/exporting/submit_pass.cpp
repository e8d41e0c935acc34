#include "exporting/submit_pass.hpp"

#include "exporting/follow.hpp"

namespace exporting {

namespace {

using base::Error;
using base::Kind;

void check_options(const SubmitPass& want) {
  if (want.again && (!want.submit.request.report.empty() || !want.submit.params.empty()))
    throw Error(Kind::kUsage, "--again takes report and parameters from the dead task",
                "Leave them out, or submit a new task without --again.");
  if (!want.again && want.submit.request.report.empty())
    throw Error(Kind::kUsage, "no report was named", "Give its name, as in: export-submit tasks --user 42.");
  if (want.emit_sql && want.again) throw Error(Kind::kUsage, "--emit-sql and --again exclude one another");
}

std::optional<base::Instant> instant_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto instant = base::parse_instant(text);
  if (!instant)
    throw Error(Kind::kUsage, "--not-before '" + text + "' is not an instant with its offset",
                "Write it as 2026-12-01T08:00:00+08:00 or 2026-12-01T00:00:00Z.");
  return instant;
}

// What --again takes over from the dead task; what was said on the command line stays.
void take_over(task::Request& request, const task::Request& dead) {
  request.user_id = dead.user_id;
  request.report = dead.report;
  request.params = dead.params;
  request.format = dead.format;
  request.priority = dead.priority;
  request.again_of = dead.again_of;
}

}  // namespace

base::Report submit_pass(const base::Context& ctx, SubmitPass want) {
  check_options(want);
  want.submit.request.not_before = instant_of(want.not_before);
  const config::Reports reports = config::read_reports(want.reports_file);
  if (want.emit_sql) {
    const task::Request request = checked_request(reports, want.submit);
    ctx.out.line(store::ReportTaskStore::insert_sql(request, want.db.backend));
    return {};
  }
  if (!want.again) {
    const task::Request request = checked_request(reports, want.submit);  // before a database is made for it
    if (ctx.dry_run) {
      ctx.log.info("submit.dry_run", {{"report", request.report}, {"params", request.params}});
      return {};
    }
  }
  store::Session session = store::open_or_create(want.db, ctx);
  if (want.again) take_over(want.submit.request, again(session, *want.again));
  std::int64_t id = 0;
  const base::Report report = submit(ctx, session, checked_request(reports, want.submit), want.submit.limits, id);
  if (!want.wait || report.outcome != base::Outcome::kDone || ctx.dry_run) return report;
  cache::ProgressCache cache(
      want.redis_url.empty() ? std::nullopt : std::optional(cache::parse_redis_url(want.redis_url)), ctx.log);
  return follow(ctx, session, cache, id);
}

}  // namespace exporting
