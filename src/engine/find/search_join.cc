#include "engine/find/search_join.h"

#include "join/bands/identical.h"
#include "join/exact/prefix_join.h"
#include "join/exact/prefix_join_leaders.h"
#include "join/measures/measure.h"
#include "join/measures/threshold.h"

namespace textkin::engine::find {

Result<FoundPairs> search_join(const read::Collection& collection, const join::Frequencies& frequencies,
                               const KeepOrder& order, PairsWanted want, const join::Threshold& least,
                               run::StageClock& clock) {
  FoundPairs found;
  clock.begin("identical");
  std::vector<FeatureView> sets = collection.feature_views();
  // A set with less than the overlap that is asked for is not even alike to an identical one.
  if (least.measure->kind == join::Measure::Kind::kCount)
    for (FeatureView& set : sets)
      if (static_cast<double>(set.size()) < least.value) set = {};
  TEXTKIN_ASSIGN_OR_RETURN(join::IdenticalGroups groups, join::find_identical(sets, order, collection.threads));
  take_duplicates(groups, collection, found);

  clock.begin("join");
  std::vector<std::uint8_t> side;
  if (collection.has_against)
    for (DocId doc = 0; doc < sets.size(); ++doc) side.push_back(doc >= collection.against);
  join::VerifyCounts counts;
  TEXTKIN_ASSIGN_OR_RETURN(
      std::vector<VerifiedPair> pairs,
      want == PairsWanted::kLeaders
          ? join::prefix_join_leaders(sets, least.value, frequencies, order, groups.collapsed, collection.threads,
                                      counts, stays_from(collection))
          : join::prefix_join(sets, least, frequencies, groups.collapsed, side, collection.threads, counts));
  found.counts.candidates += counts.candidates;
  found.counts.verified += counts.verified;
  TEXTKIN_RETURN_IF_ERROR(found.pairs.append(std::move(pairs)));
  return found;
}

}  // namespace textkin::engine::find
