// Exact set-similarity join: all pairs, certainly. PPJoin (Xiao et al. 2008) without the suffix filter, as Mann,
// Augsten and Bouros (PVLDB 2016) recommend: size filter, prefix filter with rare features first, positional filter,
// and a merge that stops when the threshold is out of reach. Features that occur in one set only are skipped.
// (Xiao et al.: two sets of x and y members have J >= t iff they share ceil(t / (1 + t) (x + y)) or more.) The other
// measures go the same way with the sizes, prefixes and overlaps that they demand (set_sizes.h).
//
// Memory beside the sets: the prefixes' index, 12 bytes a prefix feature that occurs twice (28 while it is made), 8
// bytes a set and thread, and a table of document frequencies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/frequencies.h"
#include "join/measures/threshold.h"
#include "join/sets/verify_counts.h"
#include "textkin/feature_set.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

// All pairs at or above the threshold, a < b, ascending; the same for any number of threads.
//
// `sets`: ascending feature views that must stay alive; set i is document i; empty sets are in no pair.
// `threshold`: one that cannot be is kInvalidArgument (check_threshold).
// `frequencies`: counted over these sets (or more).
// `skip`: empty, or skip[i] != 0 where document i takes no part (collapsed duplicates).
// `side`: empty for a self-join; else side[i] is 0 or 1 and only pairs of different sides are joined. Containment is
//   that of the set of side 0 in the one of side 1; in a self-join, of the smaller in the larger: there the larger
//   sets' prefixes are all of them, so the index is of all features.
// `counts`: added to. Candidates share a prefix feature and have sizes that allow the threshold, verified are those
// that
//   the positional filter lets through.
Result<std::vector<VerifiedPair>> prefix_join(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                              const Frequencies& frequencies, std::span<const std::uint8_t> skip,
                                              std::span<const std::uint8_t> side, unsigned threads,
                                              VerifyCounts& counts);

}  // namespace textkin::join
