// HammingPlan: how fingerprints within a Hamming distance are found by sorted tables.
//
// f bits are cut into m blocks. Two fingerprints that differ in at most k bits have m - k blocks at least without a
// difference; each of the C(m, k) tables is for one choice of them, sorted by the bits of the chosen blocks, its key.
// A probe of a table meets N 2^-p of N random fingerprints, p the bits of the key. More blocks: more tables, longer
// keys, fewer fingerprints to compare.
// Blocks: the first f mod m of them have one bit more than the others, from the highest bit down.
// Reference: Manku, Jain, Das Sarma, Detecting near-duplicates for web crawling, 2007, section 3.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/status.h"

namespace textkin::join {

struct HammingPlan {
  std::uint32_t bits = 64;     // f
  std::uint32_t distance = 3;  // k
  std::uint32_t blocks = 6;    // m, above k
  std::uint64_t tables = 20;   // C(m, k)
  // p of the table with the shortest key, and of the longest.
  std::uint32_t least_key_bits = 31;
  std::uint32_t most_key_bits = 33;

  std::uint32_t block_bits(std::uint32_t block) const { return bits / blocks + (block < bits % blocks); }
  // Random fingerprints that a probe of one table meets at most, on average: N 2^-p with the shortest key.
  double matches_a_probe(double documents) const;
  // All tables as the paper keeps them: a permuted fingerprint a document and table.
  double storage_bytes(double documents) const;
};

// So many tables are not made: they would cost more than to compare everything.
inline constexpr std::uint64_t kMostTables = 1u << 16;

// With `blocks` blocks, or, for 0, with the fewest tables whose keys have log2(documents) - 3 bits at least; where no
// number of blocks below kMostTables has, those with the longest keys. kInvalidArgument: bits not in 1 .. 128, distance
// not below bits, blocks not in distance + 1 .. bits, or so many that there would be more than kMostTables tables.
Result<HammingPlan> plan_hamming(std::uint32_t bits, std::uint32_t distance, std::uint32_t blocks, double documents);

// A plan for every number of blocks that has at most kMostTables tables, fewest first.
Result<std::vector<HammingPlan>> hamming_plans(std::uint32_t bits, std::uint32_t distance);

// How many others a search that flips bits must look up: sum of C(bits, i) for i = 1 .. distance, or only those that
// differ in exactly `distance` bits, C(bits, distance).
double flips_within(std::uint32_t bits, std::uint32_t distance);
double flips_of(std::uint32_t bits, std::uint32_t distance);

}  // namespace textkin::join
