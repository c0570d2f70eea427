#include "join/bands/short_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <vector>

#include "hash/mix.h"
#include "join/bands/testing_graphs.h"

namespace textkin::join {
namespace {

std::vector<Feature> set_of(std::uint32_t members) {
  std::vector<Feature> set;
  for (std::uint32_t i = 0; i < 32; ++i)
    if ((members >> i & 1) != 0) set.push_back(hash::mix64(i + 1));
  return set;
}

BandRecords records_of(const ShortSets& short_sets, const std::vector<std::uint32_t>& sets, bool keys = true) {
  BandRecords records;
  for (std::size_t i = 0; i < sets.size(); ++i)
    short_sets.append(set_of(sets[i]), static_cast<DocId>(i), keys, records);
  return records;
}

TEST(ShortSets, AreAsSmallAsTheThresholdAsks) {
  const std::vector<std::pair<double, std::uint32_t>> known = {{0.2, 0}, {1.0 / 3, 0}, {0.34, 1}, {0.5, 1},   {0.6, 2},
                                                               {0.7, 4}, {0.8, 7},     {0.9, 17}, {0.95, 24}, {1, 24}};
  for (const auto& [least, most] : known) EXPECT_EQ(ShortSets(least).most(), most) << least;
  const ShortSets usual(0.8);
  EXPECT_FALSE(usual.is_short(0));
  EXPECT_TRUE(usual.is_short(1) && usual.is_short(7));
  EXPECT_FALSE(usual.is_short(8));
  EXPECT_FALSE(usual.is_cut(4)) << "3 of 4 are .75";
  EXPECT_TRUE(usual.is_cut(5) && usual.is_cut(8));
  EXPECT_FALSE(usual.is_cut(9));
}

// All subsets of some elements: whatever is alike to a short one is a neighbour of it in the graph, and nothing else
// is.
TEST(ShortSets, FindAllThatIsAlikeAndNoMore) {
  std::vector<std::uint32_t> sets;
  for (std::uint32_t members = 0; members < 1u << 9; ++members) sets.push_back(members);
  for (const double least : {0.34, 0.4, 0.5, 0.55, 0.6, 2.0 / 3, 0.7, 0.75, 0.8, 0.85, 0.875, 0.9, 1.0}) {
    const ShortSets short_sets(least);
    const BandRecords records = records_of(short_sets, sets);
    ASSERT_EQ(records.whole.size(), static_cast<std::size_t>(std::ranges::count_if(sets, [&](std::uint32_t one) {
                return short_sets.is_short(static_cast<std::size_t>(std::popcount(one)));
              })));
    std::map<std::pair<DocId, DocId>, int> meet;
    const BucketGraph graph = graph_of_keys(records.bands);
    for (std::size_t bucket = 0; bucket < graph.buckets(); ++bucket) {
      const auto at = graph.bucket_begin.begin() + static_cast<std::ptrdiff_t>(bucket);
      ASSERT_EQ(at[1] - at[0], 2u);
      const DocId a = graph.members[graph.bucket_members[at[0]]];
      const DocId b = graph.members[graph.bucket_members[at[0] + 1]];
      ++meet[std::minmax(a, b)];
    }
    for (std::uint32_t a = 0; a < sets.size(); ++a)
      for (std::uint32_t b = a + 1; b < sets.size(); ++b) {
        const int shared = std::popcount(a & b);
        const int all = std::popcount(a | b);
        const bool is_short =
            short_sets.is_short(static_cast<std::size_t>(std::min(std::popcount(a), std::popcount(b))));
        const bool is_alike = static_cast<double>(shared) / all >= least;
        ASSERT_EQ(meet.contains({a, b}), is_short && is_alike) << least << ": " << a << " and " << b;
      }
  }
}

TEST(ShortSets, GiveTheSameKeysInAnyOrderOfTheirElements) {
  const ShortSets short_sets(0.8);
  std::vector<Feature> set = set_of(0b1110101);
  BandRecords before, after;
  short_sets.append(set, 3, true, before);
  std::ranges::reverse(set);
  short_sets.append(set, 3, true, after);
  std::ranges::sort(before.bands, {}, &base::KeyValue::key);
  std::ranges::sort(after.bands, {}, &base::KeyValue::key);
  EXPECT_EQ(before.whole, after.whole);
  EXPECT_EQ(before.bands, after.bands);
  EXPECT_EQ(before.bands.size(), 6u) << "itself, and without each of five";
  EXPECT_EQ(std::ranges::count_if(before.bands, [](const base::KeyValue& one) { return is_of_cut_set(one.key); }), 5);
}

TEST(ShortSets, WithoutKeysGiveTheWholeRecordAlone) {
  const BandRecords with = records_of(ShortSets(0.8), {0b11111, 0b1, 0b111111111, 0});
  const BandRecords without = records_of(ShortSets(0.8), {0b11111, 0b1, 0b111111111, 0}, false);
  EXPECT_EQ(with.whole.size(), 2u);
  EXPECT_EQ(with.whole, without.whole);
  EXPECT_TRUE(without.bands.empty());
}

// Of a bucket without a whole set nothing is made, whoever is in it.
TEST(ShortSets, ThatDifferInTwoElementsDoNotMeet) {
  std::vector<std::uint32_t> sets;
  for (std::uint32_t i = 4; i < 32; ++i) sets.push_back(0b1111 | 1u << i);
  EXPECT_EQ(graph_of_keys(records_of(ShortSets(0.8), sets).bands).members.size(), 0u);
  sets.push_back(0b1111);
  const BucketGraph graph = graph_of_keys(records_of(ShortSets(0.8), sets).bands);
  EXPECT_EQ(graph.members.size(), 29u);
  EXPECT_EQ(graph.buckets(), 28u) << "a star";
}

}  // namespace
}  // namespace textkin::join
