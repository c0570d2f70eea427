// KpermSketcher: MinHash with k permutations (kperm.v1), the reference: cell i is the least value of row i of the
// linear family of hash/odd_multiplier.h. Matches of two signatures are Binomial(k, J) exactly; fastest for short sets.
// Reference: Broder 1997; Broder, Charikar, Frieze, Mitzenmacher, Min-wise independent permutations, 1998.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxKpermCells = 4096;

// 1 <= cells <= kMaxKpermCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_kperm(std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
