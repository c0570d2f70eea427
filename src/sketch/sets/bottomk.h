// Bottom-k: the k smallest of one hash of the members of a set, which are a uniform sample of it (bottomk.v1).
//
// Definition: a member x has the hash mix64(x ^ mask), a bijection, at most 2^64 - 2; a signature is the k smallest
// hashes of the set, ascending, each in two words, low half first; a set of n < k members has n hashes and then
// kEmptyCell words. So a set of up to k members is held whole, and all answers about two such sets are exact.
// The k smallest hashes of a union are among those of its parts: signatures merge, and two of them give a sample of the
// union, of which a member is in both sets with probability J. It does not cut into bands: sketches of different sets
// have no common places.
// References: Cohen 1997; Broder 1997; Thorup 2013 (arXiv 1303.5479): one 2-independent hash is enough.
// Threads: functions of their arguments.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxBottomkCells = 8192;

// 1 <= cells <= kMaxBottomkCells (checked by make_sketcher).
std::unique_ptr<Sketcher> make_bottomk(std::uint32_t cells, std::uint64_t seed);

// The `least` smallest hashes of the union of two signatures, or all that there are: a sample of the union, and how
// many of it are in both sets. (Matches among the k hashes of each, over their union, would be biased: that union is no
// sample of the sets' union.)
struct UnionSample {
  std::uint64_t matches = 0;
  std::uint64_t sample = 0;
};
UnionSample sample_of_union(SignatureView a, SignatureView b, std::uint64_t least);

// Row `i` of `a` and row `j` of `b` have the same spec, that of a bottomk sketch, or the answer is kMismatch.
// |A and B| / |A|, from the hashes of A below both signatures' largest; guaranteed interval, exact where both sets are
// held whole. An empty A or B: 0, exact. Measure "containment".
Result<Estimate> bottomk_containment(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                     double confidence);

// The number of members, from a signature alone (one that was merged knows no size): (k - 1) / U, U the largest of k
// hashes as a share of all; unbiased, with the relative standard error 1 / sqrt(k - 2). A set held whole is counted.
struct Cardinality {
  double value = 0;
  double relative_error = 0;
};
Cardinality bottomk_cardinality(SignatureView signature);

}  // namespace textkin::sketch
