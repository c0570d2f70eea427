// SimHashSketcher: signs of sums (simhash.v1), 64 or 128 bits for the cosine of two vectors of weighted features.
//
// Definition: word w of 64 bits hashes feature x to H_w(x) = mix64(x ^ stream_word(mix64(seed ^ stream), w)); bit i of
// it is 1 where the features that have bit i in H_w weigh more than those that have not. Where both weigh the same, it
// is bit i of H_w of the least feature, so that similar sets break their ties alike and unrelated ones by chance
// (docs/decisions/0016 has the numbers).
// Weights are those of the set, 1 where it has none, as whole numbers of 2^-30 of the power of two at or below the
// greatest: sums are exact, and the same in any order. Only their ratios matter. Features must be distinct.
// Words of a row: 2 or 4 of 32 bits, low half of H_0's bits first. The bits of a union cannot be known from those of
// its parts: signatures do not merge. Estimates are cosines, of the AngleLaw (stats/law/angle_law.h), down to -1 where
// chance has it so.
// Reference: Charikar, Similarity estimation techniques from rounding algorithms, 2002.
#pragma once

#include <cstdint>
#include <memory>

#include "textkin/feature_set.h"
#include "textkin/sketcher.h"

namespace textkin::sketch {

inline constexpr std::uint32_t kMaxSimHashBits = 128;

// H_w(x) of the definition, for those who show it.
std::uint64_t simhash_word(Feature feature, std::uint64_t seed, std::uint32_t word = 0);

// What a weight is as a whole number, where `greatest` is the greatest of its set: a multiple of 2^-30 of the power of
// two at or below that.
std::uint64_t simhash_weight(double weight, double greatest);

// `bits` 64 or 128 (checked by make_sketcher).
std::unique_ptr<Sketcher> make_simhash(std::uint32_t bits, std::uint64_t seed);

}  // namespace textkin::sketch
