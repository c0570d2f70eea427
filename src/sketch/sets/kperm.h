// KpermSketcher: MinHash with k permutations, over any hash family that takes 64-bit features.
//
// Cell i is the least cell of row i of the family (hash/family.h), whose seed is mix64(seed ^ "kperm.v1" as a word). A
// family that is biased on structured keys gets mix64(feature ^ mix64(its seed)) instead of the feature.
// "kperm.v1" is that of the family "odd" (hash/odd_multiplier.h), the reference, with a kernel; "kperm-NAME.v1" that of
// the family NAME, for comparisons: same law, at 10 to 300 times the
// time (docs/hash-families.md). Matches of two signatures are Binomial(k, J),
// exactly where rows are min-wise and independent, as near as is seen for all these on features.
// Reference: Broder 1997; Broder, Charikar, Frieze, Mitzenmacher, Min-wise independent permutations, 1998.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxKpermCells = 4096;
// Families with tables of their own for each row.
inline constexpr std::uint32_t kMaxKpermTables = 1024;

// 1 <= cells <= the family's most rows, one of the two above (checked by make_sketcher).
std::unique_ptr<Sketcher> make_kperm(std::uint32_t cells, std::uint64_t seed);
// `family`: a name of hash/catalog.h whose entry says for_features().
std::unique_ptr<Sketcher> make_kperm_over(std::string_view family, std::uint32_t cells, std::uint64_t seed);

}  // namespace textkin::sketch
