// TestGrams: the n-grams of the test sets, all in memory, and which items have them.
//
// An n-gram is a shingle of the run's TextSpec. Nothing is too common to count: what stands in every item leaks as
// much. Memory: some 20 bytes an n-gram of an item. Threads: any number at once, once it is made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/leaks/hash_bits.h"
#include "engine/read/collection.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

using Gram = std::uint32_t;  // number of a different n-gram
inline constexpr Gram kNoGram = 0xFFFFFFFFu;

class TestGrams {
 public:
  // `items`: retained (read/retain_all.h). kExhausted for 2^32 n-grams.
  static Result<TestGrams> of(const read::Collection& items);

  // The n-gram of that feature, or kNoGram. Cost: a bit of a table, which most features miss.
  Gram find(Feature feature) const;

  std::size_t size() const { return features_.size(); }
  Feature feature(Gram gram) const { return features_[gram]; }
  // The items that have it, ascending; at least one.
  std::span<const DocId> items_of(Gram gram) const {
    return std::span(items_).subspan(begin_[gram], begin_[gram + 1] - begin_[gram]);
  }

 private:
  HashBits bits_;
  std::vector<Feature> features_;  // ascending
  std::vector<std::uint64_t> begin_{0};
  std::vector<DocId> items_;
};

}  // namespace textkin::engine::leaks
