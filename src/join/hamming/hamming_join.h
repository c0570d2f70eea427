// Pairs of fingerprints within a Hamming distance, all of them and each once, by the tables of a HammingPlan.
//
// Results are numbers of fingerprints, ascending; they do not depend on the plan's blocks, on threads or on memory.
// Cost: a sort a table, and a comparison (some ns) for every two fingerprints that share a key; on N random ones
// C(m, k) N^2 / 2^(p + 1) of them. Fingerprints of texts are not random: equal ones should be collapsed first.
#pragma once

#include <cstdint>
#include <vector>

#include "join/hamming/fingerprints.h"
#include "join/hamming/hamming_plan.h"
#include "textkin/status.h"

namespace textkin::join {

struct HammingPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool operator==(const HammingPair&) const = default;
};

struct HammingPairs {
  std::vector<HammingPair> pairs;  // by a, then b
  std::uint64_t compared = 0;      // pairs of which the distance was taken
};

// What a join may use. A table that does not fit is made in parts. More pairs than fit end it with kExhausted.
struct HammingLimits {
  std::uint64_t table_bytes = 1ull << 30;
  std::uint64_t pair_bytes = 1ull << 30;
  unsigned threads = 1;
};

// All a < b within plan.distance. Fewer than 2^32 fingerprints of plan.bits bits, equal ones allowed.
Result<HammingPairs> hamming_self_join(const Fingerprints& codes, const HammingPlan& plan, const HammingLimits& limits);

// All (a, b) within plan.distance, a a number of `codes`, b one of `probes`. Where there are few probes they are
// compared with every code, which is cheaper than to sort.
Result<HammingPairs> hamming_probe(const Fingerprints& codes, const Fingerprints& probes, const HammingPlan& plan,
                                   const HammingLimits& limits);

}  // namespace textkin::join
