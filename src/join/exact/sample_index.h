// SampleIndex: a few feature sets, and for any other set those of them that are similar to it. Exact.
//
// It answers for a stream of sets whose document frequencies nobody counted: features are ordered by their frequency
// among the indexed sets, then by number. What no indexed set holds has frequency 0 and stands in front, so most sets
// of a stream are done once too few of their features can still be known; the others meet the rare features of the
// sample within their prefix (Chaudhuri et al. 2006), pass size and positional filter (Xiao et al. 2008), and are
// verified. Equal sets are indexed and verified once.
//
// Memory: at most kIndexBytes a feature of the indexed sets, they themselves not counted.
// Threads: similar() from any number of threads, an Asker each.
// Cost of similar(): some nanoseconds a feature of the set that asks, an overlap a candidate.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/prefix_index.h"
#include "join/exact/probe.h"
#include "join/measures/threshold.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::join {

class SampleIndex {
 public:
  static constexpr std::uint64_t kIndexBytes = 56;

  // Scratch of one thread. The index must outlive it.
  class Asker {
   public:
    explicit Asker(const SampleIndex& index) : probe_(index.sizes_, index.threshold_) {}

   private:
    friend class SampleIndex;
    Probe probe_;
    std::vector<std::uint64_t> known_;
  };

  // `sets`: each ascending; they must stay alive; an empty one is similar to nothing. kInvalidArgument for a threshold
  // that cannot be, kExhausted beyond 2^32 - 1 different features. `directed`: containment is that of an indexed set in
  // the one that asks, else of the smaller in the larger.
  static Result<SampleIndex> make(std::vector<FeatureView> sets, const Threshold& threshold, bool directed = false);

  // Replaces `out` by the numbers of the indexed sets alike to `set` (ascending features), in no
  // order; a set that is indexed finds itself.
  void similar(FeatureView set, Asker& asker, std::vector<std::uint32_t>& out) const;

 private:
  explicit SampleIndex(const Threshold& threshold) : threshold_(threshold) {}
  void group_equal(const std::vector<FeatureView>& sets);
  Status number_features();
  void index_prefixes();
  std::uint32_t number_of(Feature feature) const;  // or that of no feature
  // The place of a feature in the order of all sets.
  std::uint64_t place(std::uint32_t number) const { return std::uint64_t{frequency_[number]} << 32 | number; }

  Threshold threshold_;
  Part indexed_ = Part::kEither;
  Part asking_ = Part::kEither;
  // Record r is one distinct non-empty set; members_[member_begin_[r] .. member_begin_[r + 1]) are the sets equal to
  // it.
  std::vector<FeatureView> records_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> member_begin_{0};
  std::vector<std::uint32_t> members_;
  // Feature number n is features_[n], ascending; those whose top bits are h have numbers from directory_[h] on.
  std::vector<Feature> features_;
  std::vector<std::uint32_t> frequency_;
  std::vector<std::uint32_t> directory_;
  unsigned shift_ = 63;
  std::vector<std::uint64_t> list_begin_;  // number -> postings_, of records that hold the feature in their prefix
  std::vector<Posting> postings_;
};

}  // namespace textkin::join
