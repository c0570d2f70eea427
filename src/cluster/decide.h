// decide(): verified pairs -> who stays, who goes and why. The keep rule of textkin/keep.h.
#pragma once

#include <span>
#include <vector>

#include "textkin/duplicate.h"
#include "textkin/keep.h"
#include "textkin/pair.h"

namespace textkin::cluster {

// All of them stay.
std::vector<KeepDecision> all_stay(std::size_t documents);

// Removes what `pairs` remove. They (any order, each once) are all pairs of some connected components of documents that
// are not collapsed, or at least those that resolve_leaders found; no decision about these documents was made before.
// Of several similar kept documents the best in keep order is the partner. Cost: O(pairs log pairs).
void decide_pairs(std::span<const VerifiedPair> pairs, const KeepOrder& order, std::vector<KeepDecision>& decisions);

// Last: `duplicates` share the fate of their first: removed for it if it stays, else removed for its partner.
void decide_duplicates(std::span<const Duplicate> duplicates, std::vector<KeepDecision>& decisions);

// The three together.
std::vector<KeepDecision> decide(std::size_t documents, std::span<const VerifiedPair> pairs,
                                 std::span<const Duplicate> duplicates, const KeepOrder& order);

}  // namespace textkin::cluster
