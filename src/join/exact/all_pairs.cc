#include "join/exact/all_pairs.h"

#include "join/measures/threshold.h"
#include "join/sets/overlap.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {

std::vector<VerifiedPair> all_pairs(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                    std::span<const std::uint8_t> side) {
  std::vector<VerifiedPair> pairs;
  for (DocId a = 0; a < sets.size(); ++a) {
    for (DocId b = a + 1; b < sets.size(); ++b) {
      if (sets[a].empty() || sets[b].empty()) continue;
      if (!side.empty() && side[a] == side[b]) continue;
      const VerifiedPair pair{.a = a,
                              .b = b,
                              .shared = static_cast<std::uint32_t>(overlap(sets[a], sets[b])),
                              .size_a = static_cast<std::uint32_t>(sets[a].size()),
                              .size_b = static_cast<std::uint32_t>(sets[b].size())};
      const Part part = part_of(threshold, side, a);
      if (pair.shared > 0 && reaches(pair.shared, pair.size_a, pair.size_b, threshold, part)) pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace textkin::join
