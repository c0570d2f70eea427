// VerifiedPair: two documents and the exact size of what they share.
#pragma once

#include <cstdint>

#include "textkin/document.h"
#include "textkin/measure.h"

namespace textkin {

// Sizes are numbers of features. The similarity is a quotient of integers, rounded once: a pair whose true Jaccard
// equals a threshold written in decimals compares equal to that threshold.
struct VerifiedPair {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::uint32_t shared = 0;
  std::uint32_t size_a = 0;
  std::uint32_t size_b = 0;

  double similarity(Measure measure) const { return textkin::similarity(measure, shared, size_a, size_b); }
  double jaccard() const { return similarity(Measure::kJaccard); }
  bool operator==(const VerifiedPair&) const = default;
};

}  // namespace textkin
