// Frequencies: in how many sets a feature occurs, near enough to order features by.
//
// Counters are chosen by a feature's top bits (features are fully mixed): equal features always share a counter, so an
// order by (counter, feature) is the same total order for all sets, and a feature whose counter is 1 occurs in one set.
// Counters are bytes; what the few that are full miss is counted in a second, small table by fewer of the top bits.
// Memory: 1.1 to 2.3 bytes a feature, 1.1 GiB at most. Threads: reading by any number.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::join {

class Frequencies {
 public:
  // The same for any number of threads. Interrupted, it counts nothing, and the join that would use it fails too.
  static Frequencies count(const std::vector<FeatureView>& sets, unsigned threads);
  std::uint32_t operator[](Feature feature) const {
    const std::uint8_t counter = counters_[feature >> shift_];
    return counter < kFull ? counter : kFull + overflow_[feature >> shift_ >> kOverflowBits];
  }
  // Features that agree above so many bits share a counter.
  unsigned shift() const { return shift_; }
  // By these bits: frequencies below kFull, and kFull for all others.
  std::span<const std::uint8_t> counters() const { return counters_; }
  static constexpr std::uint8_t kFull = 255;
  std::uint64_t bytes() const { return counters_.size() + overflow_.size() * sizeof(std::uint32_t); }

  // Asks for the counters that will be needed soon: they lie anywhere in memory.
  void prefetch(FeatureView set) const {
    for (const Feature feature : set) __builtin_prefetch(counters_.data() + (feature >> shift_));
  }

 private:
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

}  // namespace textkin::join
