// How much a word weighs when passages are looked for: one that is a single character says less than a whole word.
//
// In scripts that are written without spaces each character is a word of its own. An alphabet of sixty such characters
// makes any two texts alike, so they weigh a part of a word: Thai, Lao, Khmer, Burmese and their like a fifth; kana a
// third; syllables of Yi a half; Han two thirds. Runs, gaps and thresholds that are said in words are weighed; tables
// and pages count words as they are.
//
// The weight is a part of the word's hash: where it is less than a word's, the upper 12 bits are ones, the next six the
// weight, and 46 are left of the hash. So two given characters are taken for one with probability 1.4e-14, and any two
// of the 100,000 that Han has with 7e-5, under a secret key; under the public one no two are (a test tries them all).
// Two given whole words are one with probability 5.4e-20, or twice that where a hash begins with such ones.
#pragma once

#include <cstdint>
#include <span>

namespace textkin {

inline constexpr std::uint32_t kWordWeight = 60;  // of a whole word

constexpr bool is_light(std::uint64_t word) { return word >> 52 == 0xFFF; }
// The hash of a whole word: any but those of lighter ones.
constexpr std::uint64_t whole_word(std::uint64_t hash) { return is_light(hash) ? hash ^ 1ull << 63 : hash; }
// The hash of a word of less weight, 1 to 59.
constexpr std::uint64_t light_word(std::uint64_t hash, std::uint32_t weight) {
  return (hash & 0x3FFF'FFFF'FFFFull) | 0xFFFull << 52 | std::uint64_t{weight} << 46;
}

constexpr std::uint32_t weight_of(std::uint64_t word) {
  return is_light(word) ? static_cast<std::uint32_t>(word >> 46 & 0x3F) : kWordWeight;
}
constexpr std::uint64_t weight_of(std::span<const std::uint64_t> words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum += weight_of(word);
  return sum;
}
constexpr bool all_whole(std::span<const std::uint64_t> words) {
  for (const std::uint64_t word : words)
    if (is_light(word)) return false;
  return true;
}

}  // namespace textkin
