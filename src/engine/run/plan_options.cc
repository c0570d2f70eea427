#include "engine/run/plan_options.h"

#include "stats/plan/planner.h"

namespace textkin::engine::run {

Result<Plan> make_plan(const Search& search, const CollisionLaw& law) {
  const double least = search.least.least_jaccard();
  if (search.bands != 0 && !search.prefer.empty())
    return Status(Code::kInvalidArgument, "--prefer chooses bands and rows; leave out --bands and --rows");
  if (search.bands != 0) return stats::plan_given(law, least, search.bands, search.rows, search.sketch.hashes);
  if (!search.prefer.empty()) {
    if (search.prefer != "accuracy" && search.prefer != "speed")
      return Status(Code::kInvalidArgument, "--prefer " + search.prefer + ": it is accuracy or speed");
    return stats::plan_by_preference(
        law, least, search.prefer == "accuracy" ? stats::Preference::kAccuracy : stats::Preference::kSpeed,
        search.sketch.hashes);
  }
  return stats::plan_for_recall(law, least, search.recall, search.sketch.hashes);
}

}  // namespace textkin::engine::run
