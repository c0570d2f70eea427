// The hashes of features that are below a bound: the kernel of bottom-k.
#pragma once

#include <cstdint>

#include "textkin/feature_set.h"

namespace textkin::sketch {

// What a kernel may write behind the last hash that it keeps.
inline constexpr std::size_t kLeastHashesPad = 8;

// 2^64 - 1 means "no hash".
inline constexpr std::uint64_t kNoHash = 0xFFFFFFFFFFFFFFFFull;

// Writes h(x) = min(mix64(x ^ mask), kNoHash - 1) of every feature x with h(x) <= bound to `out`, in order; returns how
// many. `out` has room for features.size() + kLeastHashesPad words. The two give the same.
// Cost: about 0.4 ns a feature with AVX-512 where few are below the bound.
std::size_t hashes_below(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* out);
std::size_t hashes_below_scalar(FeatureView features, std::uint64_t mask, std::uint64_t bound, std::uint64_t* out);

}  // namespace textkin::sketch
