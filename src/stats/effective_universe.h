// The effective universe of a collection: how many equally likely features would make random documents share as many
// as the real, unequal ones do.
//
// With q_i = df_i / sum df, the share of the occurrences that feature i has, two documents of m and n features drawn by
// these shares have m n sum q_i^2 in common, as if drawn from M_eff = 1 / sum q_i^2 features: the universe of the
// hypergeometric null (ChanceOverlap). A feature of one document only counts as well, so M_eff is rather too small, and
// the p-values from it rather too large. The true tail is heavier (topics): they rank and set thresholds.
//
// sum df_i^2 is estimated from the stream of features in fixed memory: a feature adds its sign, one bit of its hash, to
// one of kCounters counters, chosen by other bits; the sum of the squared counters has the right mean and a relative
// standard error of at most sqrt(2 / kCounters) = 0.3 % (Thorup, Zhang 2004; after Alon, Matias, Szegedy 1996). Sums of
// counters are those of the whole: what is counted does not depend on how documents are shared out among threads.
// Memory: 2 MiB. Threads: one an object; then merge().
#pragma once

#include <cstdint>
#include <vector>

namespace textkin::stats {

class EffectiveUniverse {
 public:
  static constexpr std::uint32_t kCounters = 1u << 18;

  EffectiveUniverse() : counters_(kCounters) {}

  // One occurrence: a feature of one document. `mixed` is its hash, every bit of which is random.
  void add(std::uint64_t mixed) {
    counters_[mixed % kCounters] += mixed >> 63 != 0 ? 1 : -1;
    ++occurrences_;
  }
  void merge(const EffectiveUniverse& other);

  // M_eff, at least 1; 1 where nothing was added.
  double value() const;

 private:
  std::vector<std::int64_t> counters_;
  std::uint64_t occurrences_ = 0;
};

}  // namespace textkin::stats
