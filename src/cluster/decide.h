// decide(): verified pairs -> who stays, who goes and why. The keep rule of textkin/keep.h.
#pragma once

#include <span>
#include <vector>

#include "textkin/keep.h"
#include "textkin/pair.h"

namespace textkin::cluster {

// A document collapsed into another with the same feature set.
struct Duplicate {
  DocId doc = kNoDoc;
  DocId first = kNoDoc;
  std::uint32_t size = 0;
};

// One decision a document. `pairs` (any order, each once) are all pairs among documents that are not collapsed, or at
// least those that resolve_leaders found; `duplicates` share the fate of their first: removed for it if it stays, else
// removed for its partner. Of several similar kept documents the best in keep order is the partner.
// Cost: O(documents + pairs log pairs).
std::vector<KeepDecision> decide(std::size_t documents, std::span<const VerifiedPair> pairs,
                                 std::span<const Duplicate> duplicates, const KeepOrder& order);

}  // namespace textkin::cluster
