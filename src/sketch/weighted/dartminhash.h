// DartMinHashSketcher: weighted MinHash by throwing darts (dartminhash.v1): weighted Jaccard with the law of ICWS,
// rows independent and exact, for O(k log k + n) instead of O(k n).
//
// Every feature owns darts in the plane of weight u > 0 and rank v > 0: a Poisson process of intensity 1, each dart in
// one of the k cells, drawn uniformly. A set sees the darts of a feature with u below the feature's weight; the
// least rank among the darts that a cell sees is the cell's rank. Two sets agree in a cell if and only if the first
// dart that either sees is seen by both: probability sum min / sum max, exactly, and cells are independent since a
// Poisson process that is split at random is.
//
// Darts are made where they are needed. Weights are cut into octaves [2^e, 2^(e+1)), e = -30 .. 29, and one strip
// (0, 2^-30); a strip of height h has darts of ranks g1 / h, (g1 + g2) / h, ..., g exponential, of which a set makes
// those up to v = k (ln k + 5/2) / sum x: all cells have one by then with probability 0.92, else v is doubled. Whatever
// v is, the cells are the same. A strip whose first gap is too long costs one hash and no logarithm. Scale: documents
// of any total weight compare; a feature costs one hash an octave of its weight above 2^-30 (some 2 ns each). Word of
// strip s: stream_word(mix64(feature ^ mask), 2^32 s + 2 j) is the gap before dart j, the next word its place: the high
// half is u within the octave, the low half the cell. Cell: exponent and 24 bits of mantissa of the rank, which keeps
// the order, so that the minimum of cells is the cell of the element-wise maximum; the cells of different darts are
// equal with a probability near 2^-25. Reference: Christiani, DartMinHash: Fast Sketching for Weighted Sets, arXiv
// 2005.11547 (2020). Its tiling of the plane is another one: cells of equal area, made for a total weight near 1.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxDartCells = 4096;

// 1 <= cells <= kMaxDartCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_dartminhash(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
