// VerifiedPair: two documents and the exact size of what they share.
#pragma once

#include <cstdint>

#include "textkin/document.h"
#include "textkin/jaccard.h"

namespace textkin {

// Sizes are numbers of features.
struct VerifiedPair {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::uint32_t shared = 0;
  std::uint32_t size_a = 0;
  std::uint32_t size_b = 0;

  double jaccard() const { return textkin::jaccard(shared, size_a, size_b); }
  bool operator==(const VerifiedPair&) const = default;
};

}  // namespace textkin
