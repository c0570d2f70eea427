#include "align/code_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace textkin::align {
namespace {

using Tokens = std::vector<std::uint64_t>;

std::vector<WordSpans> tiles(const Tokens& a, const Tokens& b, std::uint32_t least,
                             std::span<const ExcludedSpan> excluded = {}) {
  CountedWords in_a;
  CountedWords in_b;
  in_a.set(static_cast<std::uint32_t>(a.size()), excluded, only(ExclusionKind::kTemplate));
  in_b.set(static_cast<std::uint32_t>(b.size()), {}, 0);
  const std::vector<std::uint32_t> places(std::max(a.size(), b.size()));
  std::vector<WordSpans> out;
  CodeTiles found;
  EXPECT_EQ(found.find({a, places, places}, {b, places, places}, in_a, in_b, least, out), 0u);
  return out;
}

TEST(CodeTiles, AStatementPutInIsPartOfThePassage) {
  Tokens a(40);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
  Tokens b = a;
  b.insert(b.begin() + 20, {101, 102, 103});
  const std::vector<WordSpans> found = tiles(a, b, 9);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_words(), 40u);
  EXPECT_EQ(found[0].b_words(), 43u);
  EXPECT_EQ(found[0].longest, 20u);
}

TEST(CodeTiles, WhatWasMovedIsAPassageOfItsOwn) {
  Tokens a(40);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
  Tokens b = a;
  std::ranges::rotate(b, b.begin() + 15);
  EXPECT_EQ(tiles(a, b, 9).size(), 2u);
  EXPECT_TRUE(tiles(Tokens(a.begin(), a.begin() + 8), b, 9).empty());
}

TEST(CodeTiles, WhatDoesNotCountIsApart) {
  Tokens a(40);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i;
  const std::vector<ExcludedSpan> excluded{{.kind = ExclusionKind::kTemplate, .first_word = 0, .words = 20}};
  const std::vector<WordSpans> found = tiles(a, a, 9, excluded);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].a_end, 20u);
  EXPECT_EQ(found[1].a_begin, 20u);
}

// Tokens of few kinds, as programs have: no token is in two passages, and a shared run is in one on either side.
TEST(CodeTiles, NoTokenTwiceAndNoRunIsLost) {
  auto chance = [random = std::mt19937(11)]() mutable { return static_cast<std::uint32_t>(random()); };
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t kinds = 2 + chance() % 6;
    Tokens a(chance() % 80);
    Tokens b(chance() % 80);
    for (auto* text : {&a, &b})
      for (std::uint64_t& token : *text) token = chance() % kinds;
    std::set<std::uint32_t> in_a;
    std::set<std::uint32_t> in_b;
    for (const WordSpans& spans : tiles(a, b, 6)) {
      for (std::uint32_t i = spans.a_begin; i < spans.a_end; ++i) ASSERT_TRUE(in_a.insert(i).second);
      for (std::uint32_t i = spans.b_begin; i < spans.b_end; ++i) ASSERT_TRUE(in_b.insert(i).second);
      ASSERT_GE(spans.longest, 6u);
    }
    const auto free = [](const std::set<std::uint32_t>& used, std::uint32_t from) {
      return used.lower_bound(from) == used.lower_bound(from + 6);
    };
    for (std::uint32_t i = 0; i + 6 <= a.size(); ++i)
      for (std::uint32_t j = 0; j + 6 <= b.size(); ++j)
        if (std::equal(a.begin() + i, a.begin() + i + 6, b.begin() + j)) {
          ASSERT_FALSE(free(in_a, i) && free(in_b, j));
        }
  }
}

}  // namespace
}  // namespace textkin::align
