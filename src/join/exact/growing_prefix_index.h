// GrowingPrefixIndex: feature sets that are added one by one, and for any set those that can be similar to it. What
// keeps buckets of many unlike documents from being compared each with each.
//
// Features have a total order, rare ones first as they were when the order was made; two similar sets share a
// feature among the first probe_prefix() of each (Chaudhuri et al. 2006). Any order is exact; a good one finds little
// else. So whoever adds makes the order anew, now and then, from what there is.
//
// Memory: bytes(). Threads: prefix_of() and find() by any number while nobody adds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/rarities.h"
#include "join/measures/threshold.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::join {

class GrowingPrefixIndex {
 public:
  explicit GrowingPrefixIndex(const Threshold& threshold) : threshold_(threshold) {}

  // Whether there is an order.
  bool is_ready() const { return !heads_.empty(); }
  void clear();

  // Forgets all sets, orders features by how rare they are in `sets`, or in a quarter of many, and adds set i as
  // numbers[i] (ascending).
  Status build(const std::vector<FeatureView>& sets, std::span<const std::uint32_t> numbers, unsigned threads);

  // Replaces `prefix` by the features by which the set finds and is found. `scratch` is anything.
  void prefix_of(FeatureView set, std::vector<std::uint8_t>& scratch, std::vector<Feature>& prefix) const;

  // Numbers ascend, those of build() too.
  void add(std::uint32_t number, std::span<const Feature> prefix);

  // Replaces `numbers` by those in [from, to) that share a feature of `prefix`, ascending; returns how many postings
  // were looked at.
  std::uint64_t find(std::span<const Feature> prefix, std::uint32_t from, std::uint32_t to,
                     std::vector<std::uint32_t>& numbers) const;

  std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t kEnd = 0xFFFFFFFFu;
  struct Posting {
    Feature feature;
    std::uint32_t number;
    std::uint32_t next;  // of the same head: added before
  };
  void spread(unsigned bits);

  Threshold threshold_;
  Rarities rarities_;
  std::vector<Posting> postings_;
  std::vector<std::uint32_t> heads_;  // by the top bits of a feature
  unsigned shift_ = 0;
};

}  // namespace textkin::join
