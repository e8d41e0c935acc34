#include "retention/cleanup.hpp"

#include "retention/sweep.hpp"
#include "store/database_clock.hpp"
#include "store/lease_keeper.hpp"
#include "store/session.hpp"

namespace retention {

namespace {

constexpr const char* kLease = "report:cleanup";

base::Report skipped(const base::Context& ctx, store::Session& session, const CleanupOptions& options) {
  const auto holder = store::LeaseStore(session).find(kLease);
  ctx.log.info(
      "cleanup.skipped",
      {{"lease", kLease}, {"holder", holder ? holder->owner : "-"}, {"left_ms", holder ? holder->left.count() : 0}});
  return {base::Outcome::kSkipped, {}, options.busy_exit};
}

// Settling comes before removing, so that a file is not swept whose task is settled in this pass.
void sweep_all(Sweep& sweep) {
  sweep_silent(sweep);
  sweep_orphans(sweep);
  sweep_expired(sweep);
  sweep_unnamed(sweep);
  sweep_records(sweep);
}

base::Outcome outcome_of(const Counts& counts) {
  if (counts.dead > 0 || counts.refused > 0) return base::Outcome::kDead;
  return counts.unremoved > 0 ? base::Outcome::kWriteFailed : base::Outcome::kDone;
}

base::Report report_of(const Counts& counts, base::Outcome outcome) {
  return {outcome,
          {{"recovered", counts.recovered},
           {"crashed", counts.crashed},
           {"poisoned", counts.poisoned},
           {"stalled", counts.stalled},
           {"cancelled", counts.cancelled},
           {"expired", counts.expired},
           {"swept", counts.swept},
           {"refused", counts.refused},
           {"failed", counts.failed},
           {"deleted", counts.deleted}},
          std::nullopt};
}

base::milliseconds shift_of(const CleanupOptions& options, store::Session& session) {
  if (!options.now) return base::milliseconds{0};
  return std::chrono::duration_cast<base::milliseconds>(*options.now - store::database_now(session));
}

}  // namespace

base::Report cleanup(const base::Context& ctx, const CleanupOptions& options) {
  store::Session session = store::open(options.db);
  std::unique_ptr<store::LeaseKeeper> lease;
  if (!ctx.dry_run) {
    lease = store::LeaseKeeper::acquire(options.db, {kLease, options.lease_ttl, options.min_hold}, ctx.log);
    if (!lease) return skipped(ctx, session, options);
    ctx.log.info(
        "cleanup.started",
        {{"message", "cleanup started"}, {"lease", kLease}, {"owner", lease->owner()}, {"fence", lease->fence()}});
    ctx.step("leased");
  }
  Sweep sweep{ctx,
              options,
              session,
              store::ReportTaskSweeps(session),
              ExportFolder(options.export_dir),
              shift_of(options, session),
              [&] {
                if (ctx.stop.is_requested()) throw Stopped{};
                if (lease && !lease->is_held())
                  throw base::Error(base::Kind::kNotNow, std::string("the lease ") + kLease + " was lost",
                                    "Another cleanup may be running; the next pass goes on.");
              }};
  try {
    sweep_all(sweep);
  } catch (const Stopped&) {
    return report_of(sweep.counts, base::stopped_outcome(ctx.stop));
  }
  return report_of(sweep.counts, outcome_of(sweep.counts));
}

}  // namespace retention
