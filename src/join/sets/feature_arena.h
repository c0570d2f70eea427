// FeatureArena: many feature sets in few allocations, forgotten together.
//
// A view of the empty set is not null.
// Ownership: views stay valid until clear() or destruction. Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::join {

class FeatureArena {
 public:
  FeatureView store(FeatureView set) {
    if (set.size() > free_ || blocks_.empty()) {
      free_ = std::max(kBlock, set.size());
      blocks_.push_back(std::make_unique_for_overwrite<Feature[]>(free_));
      next_ = blocks_.back().get();
    }
    const FeatureView stored(next_, set.size());
    std::copy(set.begin(), set.end(), next_);
    next_ += set.size();
    free_ -= set.size();
    bytes_ += set.size_bytes();
    return stored;
  }

  std::uint64_t bytes() const { return bytes_; }

  // Keeps the current block, so that small loads come and go without an allocation.
  void clear() {
    if (blocks_.empty()) return;
    if (blocks_.size() > 1) blocks_.erase(blocks_.begin(), blocks_.end() - 1);
    free_ += static_cast<std::size_t>(next_ - blocks_.back().get());
    next_ = blocks_.back().get();
    bytes_ = 0;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 15;

  std::vector<std::unique_ptr<Feature[]>> blocks_;
  Feature* next_ = nullptr;
  std::size_t free_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace textkin::join
