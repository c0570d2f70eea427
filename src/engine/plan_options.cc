#include "engine/plan_options.h"

#include "stats/plan/planner.h"

namespace textkin::engine {

Result<Plan> make_plan(const RunOptions& options, const CollisionLaw& law) {
  if (options.bands != 0 && !options.prefer.empty())
    return Status(Code::kInvalidArgument, "--prefer chooses bands and rows; leave out --bands and --rows");
  if (options.bands != 0) return stats::plan_given(law, options.threshold, options.bands, options.rows, options.hashes);
  if (!options.prefer.empty()) {
    if (options.prefer != "accuracy" && options.prefer != "speed")
      return Status(Code::kInvalidArgument, "--prefer " + options.prefer + ": it is accuracy or speed");
    return stats::plan_by_preference(
        law, options.threshold, options.prefer == "accuracy" ? stats::Preference::kAccuracy : stats::Preference::kSpeed,
        options.hashes);
  }
  return stats::plan_for_recall(law, options.threshold, options.recall, options.hashes);
}

}  // namespace textkin::engine
