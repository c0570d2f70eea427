// DistinctFilter: removes repeats from a row of features, keeping the order of first occurrence.
//
// A table of twice to four times as many slots as features, open addressing by the features' top bits (they are fully
// mixed), cleared for each text: for a text of 2 KB it fits the first-level cache. No allocation once it has grown.
// Replication (`multiset`): the i-th further copy of feature f, i = 1, 2, ..., is passed on as
// mix64(f + i * kCopyStep), a feature of its own, so that Jaccard of the sets is the weighted Jaccard of the counts.
// Cost: about 1 ns a feature in cache. Threads: one filter a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::text {

inline constexpr std::uint64_t kCopyStep = 0xD6E8FEB86659FD93ull;

class DistinctFilter {
 public:
  // Appends to `out` the distinct ones of `count` features; with `multiset` all of them, made distinct.
  void append(const Feature* features, std::size_t count, bool multiset, std::vector<Feature>& out);

 private:
  std::size_t append_set(const Feature* features, std::size_t count, Feature* out);
  std::size_t append_multiset(const Feature* features, std::size_t count, Feature* out);

  std::vector<Feature> slots_;             // 0: empty
  std::vector<std::uint32_t> copies_;      // of the feature in the same slot; used by multisets only
  int shift_ = 0;                          // home slot of a feature: feature >> shift_
};

}  // namespace textkin::text
