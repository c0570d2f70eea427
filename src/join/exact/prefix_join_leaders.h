// The exact join for one keep rule: the pairs that the rule needs, and no others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/frequencies.h"
#include "join/sets/verify_counts.h"
#include "textkin/feature_set.h"
#include "textkin/keep.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

// Documents are taken in keep order, only kept ones are indexed, each is removed at its best-ranked similar kept
// document. The partner is the same that prefix_join() and the rule would give. By Jaccard. Sets, `frequencies`,
// `skip`, counts, errors and memory as in prefix_join.h. Pairs come as (a = removed, b = its partner that stays),
// ascending by a.
Result<std::vector<VerifiedPair>> prefix_join_leaders(const std::vector<FeatureView>& sets, double threshold,
                                                      const Frequencies& frequencies, const KeepOrder& order,
                                                      std::span<const std::uint8_t> skip, unsigned threads,
                                                      VerifyCounts& counts);

}  // namespace textkin::join
