#include "engine/find/pair_expansion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace textkin::engine::find {
namespace {

// Random sets over a tiny universe: many are equal, many overlap. The truth compares all pairs of the sets.
TEST(PairExpansion, EqualsAllPairsOfTheExpandedCollection) {
  std::mt19937 random(3);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const std::size_t documents = 1 + random() % 12;
    std::vector<std::set<int>> sets(documents);
    for (auto& set : sets)
      for (int element = 0; element < 4; ++element)
        if (random() % 2) set.insert(element);
    std::vector<std::uint32_t> sizes;
    std::vector<Duplicate> duplicates;
    std::map<std::set<int>, DocId> first_with;
    for (DocId doc = 0; doc < documents; ++doc) {
      sizes.push_back(static_cast<std::uint32_t>(sets[doc].size()));
      if (sets[doc].empty()) continue;
      const auto [place, is_new] = first_with.emplace(sets[doc], doc);
      if (!is_new) duplicates.push_back({doc, place->second, sizes.back()});
    }
    const auto shared = [&](DocId a, DocId b) {
      std::vector<int> both;
      std::set_intersection(sets[a].begin(), sets[a].end(), sets[b].begin(), sets[b].end(), std::back_inserter(both));
      return static_cast<std::uint32_t>(both.size());
    };
    std::vector<VerifiedPair> pairs;
    for (const auto& [set_a, a] : first_with)
      for (const auto& [set_b, b] : first_with)
        if (a < b && shared(a, b) >= 2) pairs.push_back({a, b, shared(a, b), sizes[a], sizes[b]});

    PairStore store(testing::TempDir(), random() % 2 == 0 ? 0 : 1u << 20);
    const std::size_t half = pairs.size() / 2;
    ASSERT_TRUE(store.append({pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(half)}).ok());
    ASSERT_TRUE(store.append({pairs.begin() + static_cast<std::ptrdiff_t>(half), pairs.end()}).ok());
    const std::uint64_t memory = random() % 2 == 0 ? random() % 64 : 1u << 20;
    const Result<PairExpansion> expansion =
        PairExpansion::make(static_cast<DocId>(documents), store, duplicates, testing::TempDir(), memory, 2);
    ASSERT_TRUE(expansion.ok());
    std::vector<PairExpansion::Partner> partners;
    for (DocId a = 0; a < documents; ++a) {
      ASSERT_TRUE(expansion->partners_after(a, sizes[a], partners).ok());
      std::vector<std::pair<DocId, std::uint32_t>> expected;
      for (DocId b = a + 1; b < documents; ++b)
        if (shared(a, b) >= 2 || (!sets[a].empty() && sets[a] == sets[b])) expected.emplace_back(b, shared(a, b));
      std::vector<std::pair<DocId, std::uint32_t>> got;
      got.reserve(partners.size());
      for (const auto& partner : partners) got.emplace_back(partner.doc, partner.shared);
      ASSERT_EQ(got, expected);
      for (DocId b = a + 1; b < documents; ++b) {
        const bool alike = std::ranges::any_of(expected, [&](const auto& partner) { return partner.first == b; });
        ASSERT_EQ(*expansion->holds(a, b), alike);
        ASSERT_EQ(*expansion->holds(b, a), alike);
      }
    }
  }
}

// The middle one is alike to all others, more than are sorted as numbers.
TEST(PairExpansion, PartnersOfALargeStarComeInOrder) {
  constexpr DocId kDocuments = 70'000;
  constexpr DocId kCentre = 35'000;
  std::vector<VerifiedPair> pairs;
  for (DocId doc = 0; doc < kDocuments; ++doc)
    if (doc != kCentre) pairs.push_back({std::min(doc, kCentre), std::max(doc, kCentre), doc, 70'000, 70'000});
  std::ranges::shuffle(pairs, std::mt19937(5));
  for (const std::uint64_t memory : {std::uint64_t{1} << 16, std::uint64_t{1} << 24}) {
    PairStore store(testing::TempDir(), 1u << 24);
    ASSERT_TRUE(store.append(std::vector(pairs)).ok());
    const Result<PairExpansion> expansion = PairExpansion::make(kDocuments, store, {}, testing::TempDir(), memory, 3);
    ASSERT_TRUE(expansion.ok());
    std::vector<PairExpansion::Partner> partners;
    ASSERT_TRUE(expansion->partners_after(kCentre, 70'000, partners).ok());
    ASSERT_EQ(partners.size(), kDocuments - kCentre - 1);
    for (DocId i = 0; i < partners.size(); ++i) {
      ASSERT_EQ(partners[i].doc, kCentre + 1 + i);
      ASSERT_EQ(partners[i].shared, partners[i].doc);
    }
    ASSERT_TRUE(expansion->partners_after(7, 70'000, partners).ok());
    ASSERT_EQ(partners.size(), 1u);
    EXPECT_EQ(partners[0].doc, kCentre);
    EXPECT_TRUE(*expansion->holds(kCentre, 3));
  }
}

}  // namespace
}  // namespace textkin::engine::find
