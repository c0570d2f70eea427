#include "align/word_grams.h"

#include <gtest/gtest.h>

#include <random>

#include "base/testing_targets.h"

namespace textkin::align {
namespace {

// `shape` 0: hashes; 1: few of them; 2: such as differ in their last bits alone, which are those of the places; 3: one.
std::vector<GramPlace> random_grams(std::mt19937_64& random, std::size_t count, int shape) {
  std::vector<GramPlace> places;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t hash = random();
    if (shape == 1) hash = hash::mix64(hash % (count / 4 + 1));
    if (shape == 2) hash = hash::mix64(hash % 3) ^ (hash >> 60);
    if (shape == 3) hash = ~std::uint64_t{0};
    places.emplace_back(hash, i);
  }
  return places;
}

TEST(WordGrams, AreSortedByHashThenPlace) {
  base::on_every_target([] {
    std::mt19937_64 random(31);
    for (const std::size_t count : {0u, 1u, 2u, 3u, 24u, 300u, 1024u, 1025u, 65536u, 65537u})
      for (int shape = 0; shape < 4; ++shape) {
        std::vector<GramPlace> places = random_grams(random, count, shape);
        std::vector<GramPlace> expected = places;
        std::sort(expected.begin(), expected.end());
        sort_grams(places);
        ASSERT_EQ(places, expected) << count << " " << shape;
      }
  });
}

}  // namespace
}  // namespace textkin::align
