// Found: what a search gives, by whichever method.
#pragma once

#include <vector>

#include "cluster/decide.h"
#include "engine/collection.h"
#include "engine/pair_store.h"
#include "join/identical.h"
#include "join/resolve.h"
#include "textkin/pair.h"

namespace textkin::engine {

enum class Want {
  kAllPairs,  // every pair at or above the threshold; across the two sides where --against is given
  kLeaders,   // what the keep rule needs: each removed document with its partner
};

struct Found {
  std::vector<cluster::Duplicate> duplicates;  // collapsed into their first; not in `pairs`
  PairStore pairs;
  join::ResolveCounts counts;
  std::uint64_t spilled_bytes = 0;  // on the way
};

// Takes over groups of identical documents. Where two collections are compared, a document stands for identical ones of
// its own side only, so that pairs across the sides are found and reported: the first of a group on the other side is
// set free (its flag in groups.collapsed is cleared) and stands for those of its side.
void take_duplicates(join::IdenticalGroups& groups, const Collection& collection, Found& found);

}  // namespace textkin::engine
