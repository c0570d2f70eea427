// HashBits: which of many hashes cannot be among a few: most lookups end at one bit.
//
// Sixteen bits a hash, by its highest bits, so that one in sixteen that is not there is looked up. Threads: any number,
// once it is made.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace textkin::engine::leaks {

class HashBits {
 public:
  // `hash_of` of each of `all`: uniform in all bits.
  template <class All, class HashOf>
  static HashBits of(const All& all, HashOf hash_of) {
    HashBits made;
    const std::uint64_t bits = std::bit_ceil(std::max<std::uint64_t>(kBitsAHash * all.size(), 64));
    made.shift_ = 64 - static_cast<unsigned>(std::countr_zero(bits));
    made.bits_.resize(bits / 64);
    for (const auto& one : all) {
      const std::uint64_t bit = hash_of(one) >> made.shift_;
      made.bits_[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
    return made;
  }

  bool may_hold(std::uint64_t hash) const {
    const std::uint64_t bit = hash >> shift_;
    return (bits_[bit / 64] >> (bit % 64) & 1) != 0;
  }

 private:
  static constexpr std::uint64_t kBitsAHash = 16;

  unsigned shift_ = 63;
  std::vector<std::uint64_t> bits_ = {0};
};

}  // namespace textkin::engine::leaks
