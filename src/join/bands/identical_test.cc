#include "join/bands/identical.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "base/memory_records.h"
#include "join/bands/testing_graphs.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

using Pair = std::pair<DocId, DocId>;  // document, first

// From the definition: for each set the best document that has it.
std::vector<Pair> reference(const Sets& sets, const KeepOrder& order) {
  std::map<std::vector<Feature>, std::vector<DocId>> groups;
  for (DocId doc = 0; doc < sets.size(); ++doc) {
    if (!sets[doc].empty()) groups[sets[doc]].push_back(doc);
  }
  const auto better = [&](DocId a, DocId b) { return order.of(a) < order.of(b); };
  std::vector<Pair> pairs;
  for (auto& [set, docs] : groups) {
    std::ranges::sort(docs, better);
    for (std::size_t i = 1; i < docs.size(); ++i) pairs.emplace_back(docs[i], docs[0]);
  }
  std::ranges::sort(pairs, [&](const Pair& x, const Pair& y) {
    return x.second != y.second ? better(x.second, y.second) : better(x.first, y.first);
  });
  return pairs;
}

void expect_groups(const IdenticalGroups& groups, const Sets& sets, const std::vector<Pair>& expected) {
  std::vector<Pair> found;
  for (const Duplicate& member : groups.members) {
    found.emplace_back(member.doc, member.first);
    ASSERT_EQ(member.size, sets[member.doc].size());
    ASSERT_EQ(groups.collapsed[member.doc], 1);
  }
  ASSERT_EQ(found, expected);
  ASSERT_EQ(groups.collapsed.size(), sets.size());
  ASSERT_EQ(std::ranges::count(groups.collapsed, 1), std::ptrdiff_t(expected.size()));
}

// Records as banding would give them, with keys of `bits` bits only: the fewer, the more keys agree by accident.
base::MemoryRecords table_of(const Sets& sets, unsigned bits) {
  std::vector<base::KeyValue> records;
  for (std::size_t doc = 0; doc < sets.size(); ++doc) {
    std::uint64_t key = 0;
    for (const Feature feature : sets[doc]) key = hash::mix64(key ^ feature);
    if (!sets[doc].empty()) records.push_back({.value = doc, .key = bits == 0 ? 42 : key >> (64 - bits)});
  }
  base::MemoryRecords table;
  table.append(records);
  return table;
}

TEST(FindIdentical, EqualsTheReferenceWhateverKeysAgreeByAccident) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Sets sets = alike_sets(seed, 1 + seed * 3, seed % 2 == 0 ? 3 : 40, 4);
    const KeepOrder order = seed % 3 == 0 ? KeepOrder{} : random_order(seed, sets.size());
    const std::vector<Pair> expected = reference(sets, order);
    std::uint64_t verified = 0;
    for (unsigned threads = 1; threads <= 4; ++threads) {
      for (const unsigned bits : {64u, 3u, 0u}) {
        base::MemoryRecords table = table_of(sets, bits);
        FeatureSources sources = set_sources(sets, threads, kNoDoc, false);
        const std::uint64_t ahead = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 1u << 20 : 300 * (seed % 4);
        const auto groups = find_identical(table, order, sets.size(), sources, ahead);
        ASSERT_TRUE(groups.ok());
        ASSERT_NO_FATAL_FAILURE(expect_groups(*groups, sets, expected)) << seed << " " << bits;
        if (bits == 64) {
          if (threads > 1) {
            ASSERT_EQ(groups->verified, verified);
          }
          verified = groups->verified;
        }
      }
      const auto groups = find_identical(views(sets), order, threads);
      ASSERT_TRUE(groups.ok());
      ASSERT_NO_FATAL_FAILURE(expect_groups(*groups, sets, expected));
    }
  }
}

TEST(FindIdentical, ReadsEachOfManyIdenticalDocumentsOnce) {
  const Sets sets(5000, range_set(0, 30));
  for (const unsigned threads : {1u, 2u, 4u}) {
    base::MemoryRecords table = table_of(sets, 64);
    FeatureSources sources = set_sources(sets, threads);
    const auto groups = find_identical(table, {}, sets.size(), sources);
    ASSERT_TRUE(groups.ok());
    EXPECT_EQ(groups->members.size(), 4999u);
    EXPECT_EQ(groups->verified, 4999u);
    EXPECT_EQ(reads_of(sources), 5000u);
    EXPECT_EQ(table.memory_bytes(), 0u);
  }
}

// So many large groups that they are not compared by one loop; some of other sets with the same keys among them.
TEST(FindIdentical, ManyLargeGroups) {
  Sets sets;
  for (std::uint64_t i = 0; i < 400 * 300; ++i) {
    const std::uint64_t begin = i % 400 * 7;
    sets.push_back(range_set(begin, begin + (i % 5000 == 9 ? 4 : 3)));
  }
  const std::vector<Pair> expected = reference(sets, {});
  for (const unsigned threads : {1u, 3u}) {
    base::MemoryRecords table = table_of(sets, threads == 1 ? 64 : 6);
    FeatureSources sources = set_sources(sets, threads);
    const auto groups = find_identical(table, {}, sets.size(), sources);
    ASSERT_TRUE(groups.ok());
    ASSERT_NO_FATAL_FAILURE(expect_groups(*groups, sets, expected)) << threads;
  }
}

// Of each set several documents, small groups and large ones.
Sets repeated_sets(std::size_t groups, std::size_t large) {
  Sets sets;
  for (std::size_t i = 0; i < groups * 3 + large; ++i) {
    const std::uint64_t begin = 2 * (i < groups * 3 ? i % groups : groups + i % 3);
    sets.push_back(range_set(begin, begin + 3));
  }
  return sets;
}

std::string text_of(const std::vector<Feature>& set) {
  std::string text;
  for (const Feature feature : set) text += std::to_string(feature) + " ";
  return text;
}

struct FoundByTexts {
  Result<IdenticalGroups> groups;
  std::uint64_t reads, texts;
};

FoundByTexts find_by_texts(const Sets& sets, const std::vector<std::string>& texts, unsigned bits, unsigned threads) {
  base::MemoryRecords table = table_of(sets, bits);
  FeatureSources sources;
  for (unsigned i = 0; i < threads; ++i) sources.push_back(std::make_unique<TextSource>(sets, texts));
  FoundByTexts found{find_identical(table, {}, sets.size(), sources, 1u << 20), reads_of(sources), 0};
  for (const auto& source : sources) found.texts += static_cast<const TextSource&>(*source).texts;
  return found;
}

TEST(FindIdentical, TextsThatAreEqualNeedNoSets) {
  const Sets sets = repeated_sets(500, 3000);
  std::vector<std::string> texts;
  for (const auto& set : sets) texts.push_back(text_of(set));
  for (const unsigned threads : {1u, 3u}) {
    const FoundByTexts found = find_by_texts(sets, texts, 64, threads);
    ASSERT_TRUE(found.groups.ok());
    ASSERT_NO_FATAL_FAILURE(expect_groups(*found.groups, sets, reference(sets, {})));
    EXPECT_EQ(found.groups->verified, found.groups->members.size());
    EXPECT_LE(found.reads, 3u);  // the first of each large group
  }
}

// Whatever texts are: the same for one set only, others, or not at hand; and whichever keys agree by accident.
TEST(FindIdentical, TextsChangeNothing) {
  const Sets sets = repeated_sets(600, 2000);
  const std::vector<Pair> expected = reference(sets, {});
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::string> texts;
    for (const auto& set : sets) {
      texts.push_back(text_of(set));
      if (random() % 12 < seed) texts.back() = random() % 3 == 0 ? "" : texts.back() + std::to_string(random() % 2);
    }
    for (const unsigned bits : {64u, 9u, 0u}) {
      const FoundByTexts found = find_by_texts(sets, texts, bits, static_cast<unsigned>(1 + seed % 3));
      ASSERT_TRUE(found.groups.ok());
      ASSERT_NO_FATAL_FAILURE(expect_groups(*found.groups, sets, expected)) << seed << " " << bits;
    }
  }
}

TEST(FindIdentical, TextsThatTellNothingAreSoonLeftAlone) {
  const Sets sets = repeated_sets(3000, 6000);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sets.size(); ++i) texts.push_back(std::to_string(i));
  const FoundByTexts found = find_by_texts(sets, texts, 64, 2);
  ASSERT_TRUE(found.groups.ok());
  ASSERT_NO_FATAL_FAILURE(expect_groups(*found.groups, sets, reference(sets, {})));
  EXPECT_LT(found.texts, 1200u);
}

// A thousand large documents that differ in one place each may well have equal signatures.
TEST(FindIdentical, ReadsDocumentsThatOnlySeemIdenticalAFewTimes) {
  Sets sets;
  for (std::uint64_t i = 0; i < 1000; ++i) sets.push_back(range_set(i / 2, i / 2 + 20));
  base::MemoryRecords table = table_of(sets, 0);
  FeatureSources sources = set_sources(sets, 2);
  const auto groups = find_identical(table, {}, sets.size(), sources);
  ASSERT_TRUE(groups.ok());
  EXPECT_EQ(groups->members.size(), 500u);
  EXPECT_LE(reads_of(sources), 2000u);
}

TEST(FindIdentical, HandlesNothingAndEmptySets) {
  base::MemoryRecords table;
  const Sets sets(3);
  FeatureSources sources = set_sources(sets, 2);
  const auto none = find_identical(table, {}, 3, sources);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->members.empty());
  EXPECT_EQ(none->collapsed.size(), 3u);
  EXPECT_TRUE(find_identical(views(sets), {}, 2)->members.empty());
  EXPECT_TRUE(find_identical(std::vector<FeatureView>{}, {}, 2)->members.empty());
  // Empty sets whose records should not have been made.
  table.append(std::vector<base::KeyValue>{{0, 5}, {1, 5}, {2, 5}});
  EXPECT_TRUE(find_identical(table, {}, 3, sources)->members.empty());
}

TEST(FindIdentical, RefusesRecordsOfDocumentsThatDoNotExist) {
  const Sets sets(3, range_set(0, 9));
  FeatureSources sources = set_sources(sets, 2);
  base::MemoryRecords table;
  table.append(std::vector<base::KeyValue>{{1, 5}, {3, 5}});
  EXPECT_EQ(find_identical(table, {}, 3, sources).status().code(), Code::kBadInput);
}

TEST(FindIdentical, PassesOnWhyADocumentCouldNotBeRead) {
  const Sets sets(600, range_set(0, 9));
  for (const DocId broken : {0u, 1u, 599u}) {
    base::MemoryRecords table = table_of(sets, 64);
    FeatureSources sources = set_sources(sets, 2, broken);
    const auto groups = find_identical(table, {}, sets.size(), sources);
    ASSERT_FALSE(groups.ok());
    EXPECT_EQ(groups.status().code(), Code::kIo);
  }
  base::MemoryRecords table;
  FeatureSources none;
  EXPECT_EQ(find_identical(table, {}, 0, none).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::join
