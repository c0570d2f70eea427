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
// document. Those with the number `stays_from` or a higher one, which must be first in keep order, are kept whatever
// they are like, and not compared with each other. The partner is the same that prefix_join() and the rule would give.
// By Jaccard. Sets, `frequencies`, `skip`, counts, errors and memory as in prefix_join.h. Pairs come as (a = removed, b
// = its partner that stays), ascending by a.
Result<std::vector<VerifiedPair>> prefix_join_leaders(const std::vector<FeatureView>& sets, double threshold,
                                                      const Frequencies& frequencies, const KeepOrder& order,
                                                      std::span<const std::uint8_t> skip, unsigned threads,
                                                      VerifyCounts& counts, DocId stays_from = kNoDoc);

}  // namespace textkin::join
