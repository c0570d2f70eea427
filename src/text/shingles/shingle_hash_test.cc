#include "text/shingles/shingle_hash.h"

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "gtest/gtest.h"
#include "hash/mix.h"
#include "text/unicode/testing_texts.h"

namespace textkin::text {
namespace {

using Units = std::vector<std::uint64_t>;

// H_K of the definition, by recursion on the units of one run.
std::uint64_t run_hash(std::span<const std::uint64_t> run) {
  if (run.size() == 1) return run[0];
  std::size_t half = 1;
  while (2 * half < run.size()) half *= 2;
  const std::uint64_t left = run_hash(run.first(half));
  const std::uint64_t right = run_hash(run.last(half));
  return (left ^ left >> 32 ^ std::rotl(right, 23)) * 0x9FB21C651E98DF25ull + left + std::rotl(right, 11);
}

Units by_definition(const Units& units, std::size_t size) {
  if (units.empty()) return {};
  if (units.size() < size) return {hash::mix64(run_hash(units) + hash::stream_word(0x73686F7274ull, units.size()))};
  Units features;
  for (std::size_t i = 0; i + size <= units.size(); ++i)
    features.push_back(hash::mix64(run_hash(std::span(units).subspan(i, size))));
  return features;
}

Units shingled(Units units, std::uint32_t size) {
  units.resize(shingle(units.data(), units.size(), size));
  return units;
}

TEST(Shingle, EqualsItsDefinitionOnEveryTarget) {
  for_each_target([](const char*) {
    std::mt19937_64 random(5);
    for (std::uint32_t size = 1; size <= 20; ++size)
      for (std::size_t count = 0; count <= 70; ++count) {
        Units units(count);
        for (auto& unit : units) unit = random() % 3 == 0 ? random() % 2 : random();
        ASSERT_EQ(shingled(units, size), by_definition(units, size)) << size << " " << count;
      }
    for (const std::uint32_t size : {31u, 32u, 33u, 100u, 1023u, 1024u}) {
      Units units(1100);
      for (auto& unit : units) unit = random();
      ASSERT_EQ(shingled(units, size), by_definition(units, size)) << size;
      units.resize(size - 1);
      ASSERT_EQ(shingled(units, size), by_definition(units, size)) << size;
    }
  });
}

// Every sequence over few words, of one length: the case where sums and rolling hashes are weak.
TEST(Shingle, SequencesOfTheSameWordsDiffer) {
  std::mt19937_64 random(6);
  for (const auto& [words, size] : {std::pair{2u, 18u}, {4u, 9u}, {5u, 8u}, {12u, 5u}}) {
    Units vocabulary(words);
    for (auto& word : vocabulary) word = random();
    std::size_t sequences = 1;
    for (unsigned i = 0; i < size; ++i) sequences *= words;
    Units features;
    Units units(size);
    for (std::size_t n = 0; n < sequences; ++n) {
      std::size_t rest = n;
      for (auto& unit : units) {
        unit = vocabulary[rest % words];
        rest /= words;
      }
      features.push_back(shingled(units, size)[0]);
    }
    std::sort(features.begin(), features.end());
    EXPECT_EQ(std::adjacent_find(features.begin(), features.end()), features.end()) << words << " " << size;
  }
}

// The Thue-Morse word and its complement collide under every polynomial modulo 2^64.
TEST(Shingle, ThueMorseWordsDiffer) {
  std::mt19937_64 random(7);
  const std::uint64_t a = random();
  const std::uint64_t b = random();
  Units word(1024);
  Units complement(1024);
  for (unsigned i = 0; i < 1024; ++i) {
    word[i] = std::popcount(i) % 2 == 0 ? a : b;
    complement[i] = std::popcount(i) % 2 == 0 ? b : a;
  }
  EXPECT_NE(shingled(word, 1024), shingled(complement, 1024));
}

TEST(Shingle, AShortTextIsNoRunOfAnotherLength) {
  std::set<std::uint64_t> features;
  for (std::size_t count = 1; count <= 1024; ++count) features.insert(shingled(Units(count, 42), 1024)[0]);
  EXPECT_EQ(features.size(), 1024u);
}

}  // namespace
}  // namespace textkin::text
