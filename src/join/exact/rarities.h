// Rarities: how rare features are, in half a byte each: how often they occur, exactly below 4, and from there on by
// powers of two. What is asked about every feature of a set after another set is best as small as a cache.
//
// Equal features always have one rarity, so an order by (rarity, feature) is the same total order for all sets.
// Memory: 0.5 to 1.1 bytes a feature, while it is counted what Frequencies takes as well. Threads: reading by any
// number.
#pragma once

#include <cstdint>
#include <vector>

#include "join/exact/frequencies.h"
#include "textkin/feature_set.h"

namespace textkin::join {

class Rarities {
 public:
  static constexpr unsigned kLevels = 16;

  // The same for any number of threads. Interrupted, as Frequencies.
  static Rarities count(const std::vector<FeatureView>& sets, unsigned threads);
  // Of what occurs so often: itself below 4, ascending.
  static unsigned level(std::uint32_t frequency);

  // 0 for what occurs in no set.
  unsigned operator[](Feature feature) const {
    const std::uint64_t place = feature >> shift_;
    return halves_[place >> 1] >> (place & 1) * 4 & 15;
  }
  // Asks for those that will be needed soon: they lie anywhere in memory.
  void prefetch(FeatureView set) const {
    for (const Feature feature : set) __builtin_prefetch(halves_.data() + (feature >> shift_ >> 1));
  }
  std::uint64_t bytes() const { return halves_.size(); }

 private:
  std::vector<std::uint8_t> halves_;
  unsigned shift_ = 0;
};

}  // namespace textkin::join
