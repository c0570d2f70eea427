// Fast Similarity Sketching of one block of sets: the kernel, which must equal the definition of fss_scalar.h.
//
// Rounds 0, 1, ..., 2k - 1 each hash every element into one bin; a bin keeps the least cell it ever got; work ends
// after the first round that leaves no bin empty (never in its middle, so that the order of elements does not matter).
// Rounds beyond that one could not change a cell, since cells order by round first. That is also why signatures merge
// by minimum, and why the kernel may run several rounds between two looks at what is still empty.
// Reference: Dahlgaard, Knudsen, Thorup, Fast Similarity Sketching, FOCS 2017 (arXiv 1704.04370).
//
// Cost: max(n, k (ln k + 0.58)) hash evaluations a set, rounded up to whole rounds.
#pragma once

#include <cstdint>
#include <memory>

#include "sketch/sets/fss_family.h"
#include "textkin/feature_set.h"

namespace textkin::sketch {

// Scratch memory of the kernel, about 40 KB: elements of one chunk of a set, and what became of them.
struct FssScratch {
  static constexpr std::size_t kChunk = 2048;
  static constexpr std::size_t kPad = 16;  // at least the lanes of the widest vector
  alignas(64) std::uint32_t low[kChunk + kPad];
  alignas(64) std::uint32_t high[kChunk + kPad];
  alignas(64) std::uint32_t bin[kChunk + 2 * kPad];
  alignas(64) std::uint32_t hit[kChunk + 2 * kPad];
  alignas(64) Cell cells[FssFamily::kMaxCells];
  alignas(64) std::uint32_t empty[FssFamily::kMaxCells / 32] = {};  // bit b: bin b is still empty; zero beyond k
};

// sets.size() rows of family.cells() cells, by the kernel of the chosen SIMD target.
void fss_block(const FssFamily& family, const FeatureBlock& sets, FssScratch& scratch, Cell* out);

}  // namespace textkin::sketch
