#include "engine/plan_options.h"

#include "stats/plan/planner.h"

namespace textkin::engine {

Result<Plan> make_plan(const RunOptions& options, const CollisionLaw& law) {
  if (options.bands != 0) return stats::plan_given(law, options.threshold, options.bands, options.rows, options.hashes);
  return stats::plan_for_recall(law, options.threshold, options.recall, options.hashes);
}

}  // namespace textkin::engine
