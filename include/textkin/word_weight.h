// How much a word weighs when passages are looked for: one that is a single character says less than a whole word.
//
// In scripts that are written without spaces each character is a word of its own. An alphabet of sixty such characters
// makes any two texts alike, so they weigh a part of a word: Thai, Lao, Khmer, Burmese and their like a fifth; kana a
// third; syllables of Yi a half; Han two thirds. Runs, gaps and thresholds that are said in words are weighed; tables
// and pages count words as they are.
//
// The weight is a part of the word's hash: where it is less than a word's, the upper 20 bits are ones, and the next six
// the weight.
#pragma once

#include <cstdint>
#include <span>

namespace textkin {

inline constexpr std::uint32_t kWordWeight = 60;  // of a whole word

// The hash of a whole word: any but those of lighter ones.
constexpr std::uint64_t whole_word(std::uint64_t hash) { return hash >> 44 == 0xFFFFF ? hash ^ 1ull << 63 : hash; }
// The hash of a word of less weight, 1 to 59.
constexpr std::uint64_t light_word(std::uint64_t hash, std::uint32_t weight) {
  return (hash & 0x3FFFFFFFFFull) | 0xFFFFFull << 44 | std::uint64_t{weight} << 38;
}

constexpr std::uint32_t weight_of(std::uint64_t word) {
  return word >> 44 == 0xFFFFF ? static_cast<std::uint32_t>(word >> 38 & 0x3F) : kWordWeight;
}
constexpr std::uint64_t weight_of(std::span<const std::uint64_t> words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum += weight_of(word);
  return sum;
}
constexpr bool all_whole(std::span<const std::uint64_t> words) {
  for (const std::uint64_t word : words)
    if (word >> 44 == 0xFFFFF) return false;
  return true;
}

}  // namespace textkin
