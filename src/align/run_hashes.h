// RunHashes: the hash of each run of so many words in a row, by which winnowing chooses (align/winnow.h).
//
// Definition: mix64(... mix64(mix64(seed ^ word 0) ^ word 1) ... ^ last word), seeded so that a run is kept apart from
// the word itself and from features of other kinds. Versioned with winnowing: what is stored depends on it. The scalar
// twin, used where base::simd_enabled() is false, gives the same. Cost: below 1 ns a run and word with AVX-512, some
// five times that without.
#pragma once

#include <cstdint>
#include <span>

namespace textkin::align {

inline constexpr std::uint64_t kWinnowSeed = 0x77696E6E6F77ull;

// Of the runs of `run` words that begin at each of `words`, as long as they are in it: words.size() - run + 1.
void hash_runs(std::span<const std::uint64_t> words, std::uint32_t run, std::uint64_t* hashes);

}  // namespace textkin::align
