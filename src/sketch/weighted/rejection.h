// RejectionSketcher: weighted MinHash by rejection (rejection.v1), for dense data with a-priori caps: every feature i
// of a known dictionary has a cap m_i that no weight exceeds. Row by row, uniform points of [0, sum m) are drawn until
// one falls into the green part of its feature, below the set's weight; the cell is the number of that point. Two sets
// agree if and only if the first point that is green for either is green for both: weighted Jaccard, exactly; rows are
// independent.
//
// The caps are part of the sketch: signatures of other caps are another spec. They cannot come from a seed and a
// number of cells, so this sketch is not in the catalogue; who knows the data, or has it all in memory, makes it
// by make_rejection. Word j of row i: stream_word(stream_word(seed, i), j), as a fraction of the sum of the caps.
// Sets: a feature without a cap is no member, a weight above its cap counts as the cap; `admits` says whether there is
// such a one. Signatures merge to that of the element-wise maximum.
// Cost: sum m / sum x points a cell, expected, each a binary search among the caps: for dense sets only. A cell that
// finds no point within kMostDraws stays at that number (a set of 1 / 2^16 of the caps does so once in 10^7 cells).
// Reference: Shrivastava, Exact weighted minwise hashing in constant time, arXiv 1602.08393; Simple and efficient
// weighted minwise hashing, NIPS 2016.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMostDraws = 1u << 20;

struct Caps {
  std::vector<Feature> features;  // ascending
  std::vector<double> caps;       // above 0 and finite
};

// The least caps that admit these sets.
Caps caps_of(const FeatureBlock& sets);

// kInvalidArgument, naming the document, where a feature has no cap or a weight is above it.
Status admits(const Caps& caps, const FeatureBlock& sets);

// kInvalidArgument where features do not ascend or a cap is not above 0, or cells are not 1 .. 4096.
Result<std::unique_ptr<Sketcher>> make_rejection(Caps caps, std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
