// KeepOrder, KeepDecision: which document stays.
//
// Rule: documents are taken best first; one is removed if and only if it is directly similar (verified, at or above
// the threshold) to one that is already kept. Ties fall to the earlier document, so the order is total.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/document.h"
#include "textkin/jaccard.h"

namespace textkin {

// rank[doc]: 0 is the best. A permutation of the documents, or empty for input order.
struct KeepOrder {
  std::vector<std::uint32_t> rank;
  std::uint32_t of(DocId doc) const { return rank.empty() ? doc : rank[doc]; }
};

// What happened to one document. `kept` is itself where the document stays.
// `shared` and the sizes are those of the pair (document, kept) and are 0 where the document stays.
struct KeepDecision {
  DocId kept = kNoDoc;
  std::uint32_t shared = 0;
  std::uint32_t size = 0;
  std::uint32_t size_kept = 0;
  bool identical = false;  // equal feature sets

  // Jaccard similarity to `kept`; 1 where the document stays.
  double similarity() const { return identical || size == 0 ? 1.0 : textkin::jaccard(shared, size, size_kept); }
};

}  // namespace textkin
