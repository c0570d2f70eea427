// The hash functions of Fast Similarity Sketching, definition fss.v1, one element and one round at a time.
//
// An element is y = mix64(feature ^ mask), split into halves `high` and `low`; so the seed matters in every round and
// features need not be mixed themselves.
//   round 0            bin = high k >> 32, cell = low >> 1 (leading 0, 31-bit fraction)
//   round i, 0 < i < k t = high a_i + low mod 2^32, v = (t ^ t >> 15) M mod 2^32, w = v k (64 bit),
//                      bin = w >> 32, cell = 2^31 | i 2^21 | (w mod 2^32) >> 11 (leading 1, round, 21-bit fraction)
//   round i, i >= k    bin = i - k, cell = 2^31 | i 2^21 | v >> 11
// a_i is word i of the seed's stream; within a round v is uniform, between rounds t has 64 bits to be independent in.
// A cell compares by round first, then by fraction. No cell exceeds 2^32 - 2: 2^32 - 1 means empty.
// Versioned: stored signatures depend on it; never change it, add fss.v2.
// Threads: immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "hash/mix.h"
#include "textkin/signature_block.h"

namespace textkin::sketch {

struct FssElement {
  std::uint32_t low;
  std::uint32_t high;
};

struct FssPlace {
  std::uint32_t bin;
  Cell cell;
};

class FssFamily {
 public:
  static constexpr std::uint32_t kMaxCells = 512;  // 2 k rounds fit in 10 bits
  static constexpr std::uint32_t kFinish = 0x9E3779B1u;
  static constexpr std::uint32_t kPad = 16;
  static constexpr Cell kLaterRound = 0x80000000u;
  static constexpr Cell kLargest = kEmptyCell - 1;

  // 1 <= cells <= kMaxCells.
  FssFamily(std::uint32_t cells, std::uint64_t seed) : cells_(cells), mask_(hash::stream_word(seed, 0)) {
    // A kernel reads whole vectors of them.
    multipliers_.reserve(2 * cells + kPad);
    for (std::uint32_t round = 0; round < 2 * cells + kPad; ++round)
      multipliers_.push_back(static_cast<std::uint32_t>(hash::stream_word(seed, round + 1) >> 32));
  }

  std::uint32_t cells() const { return cells_; }
  std::uint32_t rounds() const { return 2 * cells_; }
  std::uint64_t mask() const { return mask_; }
  const std::uint32_t* multipliers() const { return multipliers_.data(); }

  FssElement element(std::uint64_t feature) const {
    const std::uint64_t y = hash::mix64(feature ^ mask_);
    return {static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(y >> 32)};
  }

  FssPlace first_round(FssElement x) const {
    return {static_cast<std::uint32_t>(std::uint64_t{x.high} * cells_ >> 32), x.low >> 1};
  }

  // v of rounds 1 and later.
  std::uint32_t value(FssElement x, std::uint32_t round) const {
    std::uint32_t t = x.high * multipliers_[round] + x.low;
    t ^= t >> 15;
    return t * kFinish;
  }

  // Rounds 1 .. k - 1, from v.
  FssPlace random_bin(std::uint32_t v, std::uint32_t round) const {
    const std::uint64_t w = std::uint64_t{v} * cells_;
    return {static_cast<std::uint32_t>(w >> 32), kLaterRound | round << 21 | static_cast<std::uint32_t>(w) >> 11};
  }

  // Rounds k .. 2 k - 1, from v.
  FssPlace fixed_bin(std::uint32_t v, std::uint32_t round) const {
    const Cell cell = kLaterRound | round << 21 | v >> 11;
    return {round - cells_, cell < kLargest ? cell : kLargest};
  }

 private:
  std::uint32_t cells_;
  std::uint64_t mask_;
  std::vector<std::uint32_t> multipliers_;
};

}  // namespace textkin::sketch
