// BitmapFilter: 256 bits of a feature set that bound how much two sets differ, without looking at their members.
//
// Bit b is the parity of the number of members that fall on it, so the bits in which two sets differ are at most as
// many as the members that only one of them has: a filter that never loses a pair (Sandes, Teodoro and Melo 2020,
// bitmap filter, with xor as they make it). Of much use for sets of up to some 1000 members, of none beyond.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "textkin/feature_set.h"

namespace textkin::join {

class BitmapFilter {
 public:
  BitmapFilter() = default;
  explicit BitmapFilter(FeatureView set) {
    for (const Feature feature : set) bits_[feature >> 6 & 3] ^= std::uint64_t{1} << (feature & 63);
  }

  // At most the number of members that one of the two sets has and the other has not.
  std::uint64_t least_difference(const BitmapFilter& other) const {
    int difference = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) difference += std::popcount(bits_[i] ^ other.bits_[i]);
    return static_cast<std::uint64_t>(difference);
  }

  // Whether sets of these sizes can share as many as `needed`, which is at most the smaller size.
  static bool can_share(const BitmapFilter& a, std::uint64_t size_a, const BitmapFilter& b, std::uint64_t size_b,
                        std::uint64_t needed) {
    return a.least_difference(b) <= size_a + size_b - 2 * needed;
  }

 private:
  std::array<std::uint64_t, 4> bits_{};
};

}  // namespace textkin::join
