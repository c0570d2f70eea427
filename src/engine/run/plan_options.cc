#include "engine/run/plan_options.h"

#include "stats/plan/planner.h"

namespace textkin::engine::run {

Result<Plan> make_plan(const RunOptions& options, const CollisionLaw& law) {
  const double least = least_jaccard(options.least());
  if (options.bands != 0 && !options.prefer.empty())
    return Status(Code::kInvalidArgument, "--prefer chooses bands and rows; leave out --bands and --rows");
  if (options.bands != 0) return stats::plan_given(law, least, options.bands, options.rows, options.hashes);
  if (!options.prefer.empty()) {
    if (options.prefer != "accuracy" && options.prefer != "speed")
      return Status(Code::kInvalidArgument, "--prefer " + options.prefer + ": it is accuracy or speed");
    return stats::plan_by_preference(
        law, least, options.prefer == "accuracy" ? stats::Preference::kAccuracy : stats::Preference::kSpeed,
        options.hashes);
  }
  return stats::plan_for_recall(law, least, options.recall, options.hashes);
}

}  // namespace textkin::engine::run
