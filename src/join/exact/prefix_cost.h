// What an exact join would cost, before it is chosen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/frequencies.h"
#include "join/measures/threshold.h"
#include "textkin/feature_set.h"

namespace textkin::join {

// Sum over features of C(prefix frequency, 2): how many postings prefix_join() will touch at most. Sets, `frequencies`
// and `skip` as there. It costs about what the join's index costs. Infinity where there is no answer: interrupted, or a
// threshold that cannot be.
double predicted_prefix_hits(const std::vector<FeatureView>& sets, const Frequencies& frequencies,
                             const Threshold& threshold, std::span<const std::uint8_t> skip, unsigned threads);

}  // namespace textkin::join
