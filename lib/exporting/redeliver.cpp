#include "exporting/redeliver.hpp"

#include "exporting/run_pass.hpp"

namespace exporting {

base::Report redeliver(const base::Context& ctx, RunOptions options, const Rhythm& rhythm) {
  options.queue = store::Queue::kDue;
  options.brakes = true;
  // The last look comes when the time for looking ends.
  options.look_for = rhythm.every * (rhythm.passes - 1);
  options.look_pause = rhythm.every;
  return run_pass(ctx, options);
}

}  // namespace exporting
