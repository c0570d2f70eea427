// How far a hash family is from min-wise: the probability that the minima of two sets agree, less their similarity.
//
// Measured on patterns of structured keys that are known to be hard, each two sets that share a third of 96 keys, all
// from 1 to below 10007. For the linear family the exact value is stats/law/linear_minwise.h; this is for all others,
// and docs/hash-families.md, which `bench_families` writes, has both. The bias is a property of the family: it does
// not fall with the number of cells. Threads: any.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hash/catalog.h"
#include "textkin/status.h"

namespace textkin::sketch {

inline constexpr std::uint64_t kPatternUniverse = 10007;  // a prime

struct KeyPattern {
  std::string_view name;  // empty for one that a user gives
  std::vector<std::uint64_t> a;
  std::vector<std::uint64_t> b;
};

// Intervals that overlap or are nested, a progression, a grid of two bytes, and random keys.
std::vector<KeyPattern> key_patterns();

struct Agreements {
  std::uint64_t functions;
  std::vector<std::uint64_t> equal;  // of a pattern: functions under which the minima of both sets are the same
};

// Over at least `functions` functions of the family, those of the seeds 0, 1, ... with at most 1024 rows each. The sets
// are not empty; their keys must be the family's, else kInvalidArgument, as where make_family refuses.
Result<Agreements> count_agreements(const hash::FamilyEntry& family, std::uint64_t parameter, std::uint32_t functions,
                                    std::span<const KeyPattern> patterns);

// Shares of agreements less 1/3, the similarity of every one of key_patterns(); standard error sqrt(2/9 / functions).
Result<std::vector<double>> measured_biases(const hash::FamilyEntry& family, std::uint64_t parameter,
                                            std::uint32_t functions, std::span<const KeyPattern> patterns);

}  // namespace textkin::sketch
