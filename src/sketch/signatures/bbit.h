// b-bit minwise hashing: signatures with b bits a cell, 1 to 16, for storing and comparing them (Li, Koenig 2010).
//
// A cell keeps the lowest b bits of mix64(cell) (bbit.v1). Minima of small sets are small and those of a linear family
// share their low bits from row to row; mixed words do neither, so different cells agree with probability 2^-b,
// independently, and the law is that of stats::BbitLaw(bits) whatever the sketch and the sizes of the sets. Cells of a
// set against themselves agree always. 8 bits are 4 times less than full cells at 1.005 times the variance (J = .8);
// 1 bit is 32 times less at 2.25 times.
// What is left out is gone: b-bit signatures do not merge, tell no order, and cut no bands; cut those before.
// Layout of a row: b planes of ceil(cells / 64) words; bit i % 64 of word i / 64 of plane p is bit p of cell i; the
// bits behind the last cell are 0. So one kernel serves every b: cells differ where planes do. Threads: functions of
// their arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "sketch/signatures/bbit_kernel.h"
#include "stats/law/bbit.h"
#include "textkin/signature_block.h"
#include "textkin/sketcher.h"
#include "textkin/status.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxBits = 16;

struct BbitBlock {
  SketchSpec spec;  // of the full signatures
  std::uint32_t bits = 8;
  std::vector<std::uint64_t> words;  // rows() * words_a_row()
  std::vector<std::uint32_t> sizes;  // exact set size a row

  std::size_t rows() const { return sizes.size(); }
  std::size_t words_a_row() const { return std::size_t{bits} * ((spec.cells + 63) / 64); }
  BitRow operator[](std::size_t row) const { return BitRow(words).subspan(row * words_a_row(), words_a_row()); }
};

// The b-bit form of signatures whose cells agree in place; others are refused, and so are other numbers of bits.
Result<BbitBlock> to_bbit(const SignatureBlock& signatures, std::uint32_t bits);

// The lowest bits of the cells as they are, in the layout above: `out` has room for bits * ceil(cells / 64) words. For
// ranks under permutations of a small universe, where the law has the sets' shares of it.
void pack_planes(SignatureView cells, std::uint32_t bits, std::uint64_t* out);

// The estimate from row `i` of `a` and row `j` of `b`: value cut to [0, 1], `raw` as it is (it may be negative; means
// are taken of it), and the guaranteed interval. kMismatch if specs or bits differ. An empty set: value 0, exact.
// `law`: of the lowest bits as they are; without one that of mixed cells.
struct BbitEstimate {
  Estimate estimate;
  double raw = 0;
};
Result<BbitEstimate> estimate_bbit(const BbitBlock& a, std::size_t i, const BbitBlock& b, std::size_t j,
                                   double confidence, const stats::BbitLaw* law = nullptr);

}  // namespace textkin::sketch
