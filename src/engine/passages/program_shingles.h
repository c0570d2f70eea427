// Programs as multisets of runs of four tokens: how alike two are as wholes, which is what programs are ranked by.
//
// Twelve tokens in a row are little evidence: programs for one task share many such runs, and which are longest says
// next to nothing. The weighted Jaccard similarity of all runs of four tokens is what `textkin pairs --normalize
// code:LANG
// --tokens whitespace --shingle word:4 --multiset` ranks by; the figures are in docs/recipes/source-code.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/exclusion.h"

namespace textkin::engine::passages {

// Sorted hashes of the runs of four tokens that hold no template text; of a shorter program, of all its tokens.
std::vector<std::uint64_t> program_shingles(std::span<const std::uint64_t> tokens,
                                            std::span<const ExcludedSpan> excluded);

// Of two such: what both have, over what either has. 0 where both are empty.
double program_similarity(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace textkin::engine::passages
