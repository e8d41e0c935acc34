#include "exporting/status_pass.hpp"

#include "exporting/follow.hpp"
#include "exporting/status.hpp"

namespace exporting {

base::Report status_pass(const base::Context& ctx, StatusPass want) {
  if (want.watch && !want.id) throw base::Error(base::Kind::kUsage, "--watch needs the id of a task");
  store::Session session = store::open(want.db);
  want.filter.state = task::state_named(want.state);
  if (!want.id) return list_tasks(ctx, session, want.filter);

  cache::ProgressCache cache(
      want.redis_url.empty() ? std::nullopt : std::optional(cache::parse_redis_url(want.redis_url)), ctx.log);
  if (!want.watch) return show_task(ctx, session, cache, *want.id);
  const base::Report end = follow(ctx, session, cache, *want.id);
  show_task(ctx, session, cache, *want.id);
  return end;
}

}  // namespace exporting
