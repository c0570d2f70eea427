// Raw one-permutation hashing: one hash a member says in which of k bins it falls and how small it is (oph.v1).
//
// Definition: y = mix64(feature ^ mask); bin = high half * k >> 32; value = min(low half, kEmptyCell - 1). A cell is
// the least value in its bin, or kEmptyCell where no member falls. Signatures merge by the least of each cell.
// Estimator: cells that agree / cells that are not empty in both. Given how many are not, the members that win them are
// a sample of the union without replacement, so the law is hypergeometric and the estimate unbiased (it is, since at
// least one cell is not empty). Its variance is
//   J (1 - J) [E(1/N) (1 + 1/(u-1)) - 1/(u-1)],   N the number of cells that are not empty,
// summed over the distribution of N for unions up to 256, beyond with E(1/N) to the second order of N's spread.
// Bands cannot be cut: empty cells would agree without a shared member. Filling them from others ("densification")
// makes rows of a band agree together or costs accuracy; see docs/decisions/0014. Fast similarity sketching is that
// idea done right.
// Reference: Li, Owen, Zhang 2012 (arXiv 1208.1259), lemmas 1 to 4.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxOphCells = 8192;

// 1 <= cells <= kMaxOphCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_oph(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
