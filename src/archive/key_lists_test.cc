#include "archive/key_lists.h"

#include <gtest/gtest.h>

#include "archive/testing_keys.h"

namespace textkin::archive {
namespace {

void expect_same(const KeyDirectory& directory, const TwinLists& twin, std::mt19937_64& random, int questions) {
  for (int i = 0; i < questions; ++i) {
    const auto [list, low, high] = some_range(random);
    const Result<std::vector<DocId>> found = find_documents(directory, list, low, high);
    ASSERT_TRUE(found.ok()) << found.status().message();
    ASSERT_EQ(*found, twin.find(list, low, high)) << "list " << list << " from " << low << " to " << high;
  }
}

TEST(BandKeysTest, KeysOfFewFeaturesAreTheFeatures) {
  const std::vector<Feature> set{3, 5, ~std::uint64_t{0}};
  KeyRecords records;
  ASSERT_TRUE(append_records(encode_keys(set, {}), 9, records));
  ASSERT_EQ(records[kFeatureList].size(), 3u);
  for (std::size_t i = 0; i < set.size(); ++i)
    EXPECT_EQ(records[kFeatureList][i], (base::KeyValue{.value = 9, .key = set[i]}));
  EXPECT_TRUE(records[0].empty());
  EXPECT_EQ(encode_keys({}, {}), "");
}

TEST(BandKeysTest, ManyFeaturesHaveAKeyABandThatSharesPrefixes) {
  std::mt19937 random(1);
  std::vector<Feature> set(kShort);
  std::vector<Cell> cells(kCells);
  for (Cell& cell : cells) cell = static_cast<Cell>(random());
  const BandKeys keys = band_keys(cells);
  for (std::uint32_t band = 0; band < kBands; ++band)
    for (std::uint32_t row = 0; row < kRows; ++row) {
      std::vector<Cell> other = cells;
      other[band * kRows + row] ^= 1;
      const std::uint64_t changed = band_keys(other)[band];
      if (changed == keys[band]) continue;  // their 8 bits agree by chance
      const auto [low, high] = keys_of_prefix(keys[band], row + 1);
      EXPECT_FALSE(low <= changed && changed <= high);
      if (row == 0) continue;
      const auto [shorter_low, shorter_high] = keys_of_prefix(keys[band], row);
      EXPECT_TRUE(shorter_low <= changed && changed <= shorter_high);
    }
  KeyRecords records;
  ASSERT_TRUE(append_records(encode_keys(set, cells), 7, records));
  for (std::uint32_t band = 0; band < kBands; ++band)
    EXPECT_EQ(records[band], (std::vector<base::KeyValue>{{.value = 7, .key = keys[band]}}));
}

TEST(BandKeysTest, WhatIsNoKeysIsRefused) {
  KeyRecords records;
  const std::string bands = "b" + std::string(kBands * 8, 'x');
  EXPECT_TRUE(append_records(bands, 0, records));
  for (std::size_t size = 1; size < bands.size(); ++size) {
    const bool features = size % 8 == 0;  // as long as features: nothing tells them from such
    EXPECT_EQ(append_records(bands.substr(0, size), 0, records), features) << size;
  }
  EXPECT_FALSE(append_records("c" + bands.substr(1), 0, records));
  EXPECT_FALSE(append_records(bands + "12345678", 0, records));
}

TEST(MemoryListsTest, FindWhatATwinFinds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    TwinLists twin;
    KeyRecords records;
    for (DocId doc = 0, documents = static_cast<DocId>(random() % 40); doc < documents; ++doc) {
      const std::string keys = some_keys(random);
      twin.add(keys, doc);
      ASSERT_TRUE(append_records(keys, doc, records));
    }
    const auto lists = std::make_shared<MemoryLists>(std::move(records));
    for (std::uint32_t list = 0; list < kLists; ++list) ASSERT_EQ(lists->size(list), twin.size(list));
    KeyDirectory directory;
    directory.add(lists);
    expect_same(directory, twin, random, 50);
  }
}

TEST(GrowingListsTest, FindAfterEachDocumentWhatATwinFinds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    GrowingLists lists;
    TwinLists twin;
    const auto add = [&](DocId first, DocId last) {
      KeyRecords records;
      for (DocId doc = first; doc < last; ++doc) {
        const std::string keys = some_keys(random);
        ASSERT_TRUE(append_records(keys, doc, records));
        twin.add(keys, doc);
      }
      lists.add(std::move(records), last - first);
    };
    for (DocId doc = 0, some = 0; doc < 100; doc += some) {
      some = seed % 2 == 0 ? 1 : 1 + static_cast<DocId>(random() % 9);
      add(doc, doc + some);
      KeyDirectory directory;
      lists.append_to(directory);
      ASSERT_LE(directory.parts().size(), 7u) << "each is larger than the next one";
      expect_same(directory, twin, random, 20);
    }
    lists.clear();
    twin = {};
    add(1, 2);
    KeyDirectory directory;
    lists.append_to(directory);
    EXPECT_EQ(directory.parts().size(), 1u);
    expect_same(directory, twin, random, 20);
  }
}

}  // namespace
}  // namespace textkin::archive
