// IcwsSketcher: improved consistent weighted sampling (icws.v1), the reference for weighted Jaccard: rows are
// independent, and each agrees with probability exactly J_W = sum min(x, y) / sum max(x, y), whatever the weights.
//
// Row by row, for a feature of weight x: r, c ~ Gamma(2, 1) and b ~ Uniform(0, 1) from the feature and the row alone;
//   t = floor(ln x / r + b),  ln y = r (t - b),  ln a = ln c - ln y - r;
// the least ln a of the set is the row's rank (Ioffe 2010, section 3). The feature and t decide it, so equal ranks are
// equal samples: the cell is the rank itself, floor((ln a + 128) 2^24), which keeps its order. Cells of two different
// samples are equal with a probability near 2^-26, and the minimum of two cells is that of the sample of the
// element-wise maximum, so that signatures merge. (The paper stores (feature, t); 0-bit sampling drops t, which
// biases: docs/decisions/0015.)
// Uniforms: a row has three masks m; words mix64(feature ^ m): r and c from two 32-bit halves each, b from 52 bits.
// Cost: some 30 ns a feature and cell: three logarithms. Use DartMinHash, whose law is the same.
// Reference: Ioffe, Improved consistent sampling, weighted minhash and L1 sketching, ICDM 2010.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxIcwsCells = 1024;

// 1 <= cells <= kMaxIcwsCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_icws(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
