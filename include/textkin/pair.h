// VerifiedPair: two documents and the exact size of what they share.
#pragma once

#include <cstdint>

#include "textkin/document.h"

namespace textkin {

// Sizes are numbers of features. The similarity is a quotient of integers, rounded once: a pair whose true Jaccard
// equals a threshold written in decimals compares equal to that threshold.
struct VerifiedPair {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::uint32_t shared = 0;
  std::uint32_t size_a = 0;
  std::uint32_t size_b = 0;

  double jaccard() const {
    const std::uint64_t united = std::uint64_t{size_a} + size_b - shared;
    return united == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(united);
  }
  bool operator==(const VerifiedPair&) const = default;
};

}  // namespace textkin
