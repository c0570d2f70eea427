// Hashes of units (tokens or code points) -> features, one for each run of K consecutive units.
//
// Definition, "shingle.v2", with unit hashes t, C odd, and
//   join(l, r) = (l ^ l >> 32 ^ rotl(r, 23)) * C + (l + rotl(r, 11)):
//   H_1[i] = t[i];   H_2m[i] = join(H_m[i], H_m[i + m]);   H_K[i] = join(H_p[i], H_p[i + K - p]),
// p the greatest power of two below K: two runs of p units that overlap cover the K. feature[i] = mix64(H_K[i]).
// That is the naming of Karp, Miller and Rosenberg (1972, Rapid identification of repeated patterns) with hashes for
// names. Each step mixes, so orders and repeats of units make no systematic collision: a polynomial rolling hash
// modulo 2^64 has some (Thue-Morse words). Both sides enter a join twice, so that it does not fall into a part of the
// left and a part of the right: f(l) + r would let somebody with 2^32 words at hand meet a given feature in the middle.
// The steps of all runs are independent, so a vector takes 8 at a time.
// A text of 0 < n < K units has the one feature mix64(H_n[0] + stream_word(kShortSeed, n)): the salt keeps it apart
// from what a full run of K units could give.
// Cost: ceil(log2 K) + 2 multiplies a feature, with AVX-512 about 1 ns for K = 5.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace textkin::text {

inline constexpr std::uint64_t kPairFactor = 0x9FB21C651E98DF25ull;
inline constexpr int kTurnedIn = 23;
inline constexpr int kTurnedBehind = 11;
inline constexpr std::uint64_t kShortSeed = 0x73686F7274ull;

constexpr std::uint64_t join_of(std::uint64_t left, std::uint64_t right) {
  return (left ^ left >> 32 ^ std::rotl(right, kTurnedIn)) * kPairFactor + (left + std::rotl(right, kTurnedBehind));
}

// Replaces `count` unit hashes by their features, in order of place; returns the number of features.
std::size_t shingle(std::uint64_t* units, std::size_t count, std::uint32_t size);

}  // namespace textkin::text
