// Exact set-similarity join: all pairs, certainly. PPJoin (Xiao et al. 2008) without the suffix filter, as Mann,
// Augsten and Bouros (PVLDB 2016) recommend: size filter, prefix filter with rare features first, positional filter,
// and a merge that stops when the threshold is out of reach. Features that occur in one set only are skipped.
// (Xiao et al.: two sets of x and y members have J >= t iff they share ceil(t / (1 + t) (x + y)) or more.) The other
// measures go the same way with the sizes, prefixes and overlaps that they demand (set_sizes.h).
//
// Sets are ascending feature views that must stay alive; set i is document i; empty sets are in no pair. Documents with
// skip[i] != 0 take no part (collapsed duplicates).
// `frequencies` were counted over these sets (or more). A threshold that cannot be is kInvalidArgument
// (check_threshold).
// Memory beside the sets: the prefixes' index, 12 bytes a prefix feature that occurs twice (28 while it is made), 8
// bytes a set and thread, and a table of document frequencies.
// Counts are added to `counts`: candidates share a prefix feature and have sizes that allow the threshold, verified are
// those that the positional filter lets through. Results and counts are the same for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "join/verify/verify.h"
#include "textkin/feature_set.h"
#include "textkin/keep.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

// Document frequencies of features, by counters chosen by a feature's top bits (features are fully mixed): equal
// features always share a counter, so an order by (counter, feature) is the same total order for all sets, and a
// feature whose counter is 1 occurs in one set. Counters are bytes; what the few that are full miss is counted in a
// second, small table by fewer of the top bits. Memory: 1.1 to 2.3 bytes a feature, 1.1 GiB at most.
class Frequencies {
 public:
  static Frequencies count(const std::vector<FeatureView>& sets, unsigned threads);
  std::uint32_t operator[](Feature feature) const {
    const std::uint8_t counter = counters_[feature >> shift_];
    return counter < kFull ? counter : kFull + overflow_[feature >> shift_ >> kOverflowBits];
  }
  std::uint64_t bytes() const { return counters_.size() + overflow_.size() * sizeof(std::uint32_t); }

  // Asks for the counters that will be needed soon: they lie anywhere in memory.
  void prefetch(FeatureView set) const {
    for (const Feature feature : set) __builtin_prefetch(counters_.data() + (feature >> shift_));
  }

 private:
  static constexpr std::uint8_t kFull = 255;
  static constexpr unsigned kOverflowBits = 6;  // 64 counters share an overflow

  void count(FeatureView set) {
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max() - kFull;
    for (const Feature feature : set) {
      std::uint8_t& counter = counters_[feature >> shift_];
      if (counter < kFull) {
        ++counter;
      } else {
        std::uint32_t& overflow = overflow_[feature >> shift_ >> kOverflowBits];
        overflow += overflow < kMost;
      }
    }
  }

  std::vector<std::uint8_t> counters_;
  std::vector<std::uint32_t> overflow_;
  unsigned shift_ = 0;
};

// Sum over features of C(prefix frequency, 2): how many postings the join will touch at most. It costs about what
// the join's index costs. Infinity where there is no answer: interrupted, or a threshold that cannot be.
double predicted_prefix_hits(const std::vector<FeatureView>& sets, const Frequencies& frequencies,
                             const Threshold& threshold, std::span<const std::uint8_t> skip, unsigned threads);

// All pairs at or above the threshold, a < b, ascending. `side`: empty for a self-join; else side[i] is 0 or 1 and only
// pairs of different sides are joined. Containment is that of the set of side 0 in the one of side 1; in a self-join,
// of the smaller in the larger: there the larger sets' prefixes are all of them, so the index is of all features.
Result<std::vector<VerifiedPair>> prefix_join(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                              const Frequencies& frequencies, std::span<const std::uint8_t> skip,
                                              std::span<const std::uint8_t> side, unsigned threads,
                                              VerifyCounts& counts);

// The pairs that the keep rule needs (see verify_leaders): documents are taken in keep order, only kept ones are
// indexed, each is removed at its best-ranked similar kept document. The partner is the same that the full join and the
// rule would give. By Jaccard. Pairs come as (a = removed, b = its partner that stays), ascending by a.
Result<std::vector<VerifiedPair>> prefix_join_leaders(const std::vector<FeatureView>& sets, double threshold,
                                                      const Frequencies& frequencies, const KeepOrder& order,
                                                      std::span<const std::uint8_t> skip, unsigned threads,
                                                      VerifyCounts& counts);

// The oracle: compares every pair of different, non-empty sets. Same result as prefix_join.
std::vector<VerifiedPair> all_pairs(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                    std::span<const std::uint8_t> side);

}  // namespace textkin::join
