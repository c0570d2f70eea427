#include "join/overlap.h"
#include "join/prefix_join.h"

namespace textkin::join {

std::vector<VerifiedPair> all_pairs(const std::vector<FeatureView>& sets, double threshold,
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
      if (pair.jaccard() >= threshold) pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace textkin::join
