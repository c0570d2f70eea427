// FoundPairs: what a search gives, by whichever method.
#pragma once

#include <vector>

#include "engine/find/pair_store.h"
#include "engine/read/collection.h"
#include "join/bands/identical.h"
#include "join/sets/verify_counts.h"
#include "textkin/duplicate.h"
#include "textkin/pair.h"

namespace textkin::engine::find {

struct FoundPairs {
  std::vector<Duplicate> duplicates;  // collapsed into their first; not in `pairs`
  PairStore pairs;
  join::VerifyCounts counts;
  std::uint64_t spilled_bytes = 0;  // on the way
};

// Takes over groups of identical documents. Where two collections are compared, a document stands for identical ones of
// its own side only, so that pairs across the sides are found and reported: the first of a group on the other side is
// set free (its flag in groups.collapsed is cleared) and stands for those of its side.
void take_duplicates(join::IdenticalGroups& groups, const read::Collection& collection, FoundPairs& found);

}  // namespace textkin::engine::find
