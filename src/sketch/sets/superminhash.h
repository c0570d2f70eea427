// SuperMinHash: every member of a set visits all cells in an order of its own; a cell keeps its earliest visit
// (superminhash.v1).
//
// Definition: the draws of a member are w_j = stream_word(mix64(feature ^ mask), j), j = 0 .. k - 1; its high half r is
// a fraction, its low half chooses: p starts as 0 .. k - 1, and in step j, p_j and p_i change places,
// i = j + (low half * (k - j) >> 32). The member visits cell p_j with the value j + r, and the cell keeps the least:
//   j = 0  r >> 1 (leading 0, 31-bit fraction)      j > 0  2^31 | j 2^22 | r >> 10 (leading 1, 9 bits, 22 bits)
// at most kEmptyCell - 1. Once every cell holds a visit of step <= a, later steps change nothing and are left out.
// Streaming: a member at a time, in any order; signatures merge by the least of each cell. The accuracy of fast
// similarity sketching (variance: stats/law/superminhash_variance.h) at 15 to 60 times its time (256 cells, 30,000 and
// 300 features).
// Reference: Ertl 2017 (arXiv 1706.05698), algorithm 3.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxSuperminhashCells = 512;  // 9 bits for the step

// 1 <= cells <= kMaxSuperminhashCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_superminhash(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
