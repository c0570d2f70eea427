// Significance: which of the found pairs share more than chance, at a false discovery rate over all pairs.
//
// Null: two documents are random subsets of their sizes of a universe of equally likely shingles (hypergeometric).
// Tests: all pairs that there are, N (N - 1) / 2, or INPUT's documents times those of --against; pairs that were not
// found count as p = 1 (stats/fdr.h).
// The p-values are made anew for every count instead of kept: no memory, a few walks over the pairs.
#pragma once

#include <cstdint>
#include <string>

#include "engine/find/pair_expansion.h"
#include "engine/read/collection.h"
#include "textkin/pair.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct FdrOptions {
  double rate = 0;             // 0: every pair is printed
  std::string method = "bh";   // Benjamini-Hochberg; "by": Benjamini-Yekutieli
  std::uint64_t universe = 0;  // 0: the collection's effective universe
};

// kInvalidArgument for a rate, method or universe that cannot be.
Status check_fdr(const FdrOptions& fdr);

class Significance {
 public:
  static Result<Significance> find(const read::Collection& collection, const PairExpansion& expansion,
                                   const FdrOptions& fdr);

  // ln P(random sets of these sizes share as many or more). Where the universe is smaller than both sets together, as
  // large as they are.
  double log_p(const VerifiedPair& pair) const;
  bool is_significant(const VerifiedPair& pair) const { return log_p(pair) <= cut_; }

  const RunFdr& stats() const { return stats_; }

 private:
  explicit Significance(std::uint64_t universe) : universe_(universe) {}

  std::uint64_t universe_;
  double cut_ = 0;
  RunFdr stats_;
};

}  // namespace textkin::engine::find
