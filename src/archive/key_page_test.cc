#include "archive/key_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "archive/band_keys.h"
#include "archive/fingerprint_keys.h"
#include "archive/guessed_place.h"
#include "archive/key_page_bytes.h"
#include "archive/testing_key_pages.h"

namespace textkin::archive {
namespace {

// Records of documents from 7 on whose keys differ in so many bits.
std::vector<base::KeyValue> drawn(std::mt19937_64& draw, std::size_t count, unsigned bits) {
  const std::uint64_t begin = draw() >> 1;
  std::vector<base::KeyValue> records(count);
  for (base::KeyValue& record : records) {
    record.key = fingerprint_key(begin + (bits == 0 ? 0 : draw() >> (64 - bits)));
    record.value = 7 + draw() % 100'000;
  }
  base::sort(records.data(), records.size());
  return records;
}

constexpr KeyPage::Form kForms[] = {KeyPage::Form::kPlain, KeyPage::Form::kPacked, KeyPage::Form::kSpaced};

std::string page_of(const std::vector<base::KeyValue>& records, KeyPage::Form form) {
  if (form == KeyPage::Form::kSpaced) return spaced_page(records, 7, kCutBits);
  return form == KeyPage::Form::kPacked ? packed_page(records, 7) : plain_page(records, 7);
}

TEST(KeyPage, GivesWhatWasPut) {
  std::mt19937_64 draw(1);
  for (const std::size_t count : {1u, 2u, 77u, 1024u})
    for (const unsigned bits : {0u, 17u, 30u, 48u, 63u})
      for (const KeyPage::Form form : kForms) {
        const std::vector<base::KeyValue> records = drawn(draw, count, bits);
        const std::string bytes = page_of(records, form);
        const KeyPage page(bytes, count, form);
        ASSERT_TRUE(page.has_its_size());
        ASSERT_TRUE(page.can_be(100'007));
        std::vector<std::uint64_t> some;
        page.each_key(count / 3, count, [&](std::uint64_t key) { some.push_back(key); });
        ASSERT_EQ(some.size(), count - count / 3);
        for (std::size_t i = 0; i < some.size(); ++i) ASSERT_EQ(some[i], records[count / 3 + i].key);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(page.key(i), records[i].key);
          ASSERT_EQ(page.document(i), records[i].value - 7);
        }
        for (const std::uint64_t key :
             {std::uint64_t{0}, records[count / 2].key, records[count / 2].key + 1, ~std::uint64_t{0}}) {
          const auto below = std::ranges::lower_bound(records, key, {}, &base::KeyValue::key) - records.begin();
          const auto up_to = std::ranges::upper_bound(records, key, {}, &base::KeyValue::key) - records.begin();
          EXPECT_EQ(page.below(key), static_cast<std::uint64_t>(below));
          EXPECT_EQ(page.up_to(key), static_cast<std::uint64_t>(up_to));
        }
      }
}

TEST(KeyPage, KnowsItsSize) {
  std::mt19937_64 draw(2);
  const std::vector<base::KeyValue> records = drawn(draw, 100, 40);
  for (const KeyPage::Form form : kForms) {
    std::string bytes = page_of(records, form);
    EXPECT_TRUE(KeyPage(bytes, 100, form).can_be(100'000));
    EXPECT_FALSE(KeyPage(bytes, 100, form).can_be(1));
    EXPECT_FALSE(KeyPage(bytes, 150, form).has_its_size());
    bytes.pop_back();
    EXPECT_FALSE(KeyPage(bytes, 100, form).has_its_size());
    EXPECT_FALSE(KeyPage("", 100, form).has_its_size());
  }
}

// Some six bytes a record are what an index is large by.
TEST(GuessedPlace, IsWhereHalvingFindsIt) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> keys(random() % 300);
    const unsigned shift = static_cast<unsigned>(random() % 64);  // few different ones, or crowded below
    for (std::uint64_t& key : keys) key = round % 3 == 0 ? ~std::uint64_t{0} >> random() % 64 : random() >> shift;
    std::ranges::sort(keys);
    for (int i = 0; i < 50; ++i) {
      std::uint64_t key = random() >> shift;
      if (!keys.empty() && i % 2 == 0) key = keys[random() % keys.size()] + random() % 3 - 1;
      if (i == 0) key = 0;
      if (i == 1) key = ~std::uint64_t{0};
      const auto expected = static_cast<std::uint64_t>(std::ranges::lower_bound(keys, key) - keys.begin());
      ASSERT_EQ(guessed_place(keys.size(), key, [&](std::uint64_t at) { return keys[at]; }), expected);
    }
  }
}

TEST(KeyPage, IsSmallWherePacked) {
  std::mt19937_64 draw(3);
  const std::vector<base::KeyValue> records = drawn(draw, 1024, 50);  // as in a segment of 16 million records
  EXPECT_LT(packed_page(records, 7).size(), 1024 * 6.6);
  EXPECT_LT(spaced_page(records, 7, kCutBits).size(), 1024 * 5.8);
}

// Whole keys, as bands have them: many equal, few, all bits set; looked for beside each of them.
TEST(KeyPage, FindsAmongWholeKeys) {
  std::mt19937_64 draw(5);
  for (const std::size_t count : {1u, 2u, 3u, 63u, 64u, 65u, 500u, 1024u})
    for (const unsigned shift : {0u, 8u, 40u, 60u}) {
      std::vector<base::KeyValue> records(count);
      for (base::KeyValue& record : records) record = {.value = 7 + draw() % 1000, .key = draw() >> shift};
      records[0].key = 0;
      records[count - 1].key = count > 1 ? ~std::uint64_t{0} : records[0].key;
      if (count > 60)
        for (std::size_t i = 10; i < 50; ++i) records[i].key = records[10].key;
      base::sort(records.data(), records.size());
      const std::string bytes = spaced_page(records, 7, 0);
      const KeyPage page(bytes, count, KeyPage::Form::kSpaced);
      ASSERT_TRUE(page.has_its_size());
      ASSERT_TRUE(page.can_be(1000));
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(page.key(i), records[i].key);
        ASSERT_EQ(page.document(i), records[i].value - 7);
        for (const std::uint64_t key : {records[i].key - 1, records[i].key, records[i].key + 1, draw()}) {
          const auto below = std::ranges::lower_bound(records, key, {}, &base::KeyValue::key) - records.begin();
          const auto up_to = std::ranges::upper_bound(records, key, {}, &base::KeyValue::key) - records.begin();
          ASSERT_EQ(page.below(key), static_cast<std::uint64_t>(below));
          ASSERT_EQ(page.up_to(key), static_cast<std::uint64_t>(up_to));
        }
      }
    }
}

TEST(FingerprintKeys, StandBehindKeysOfEachKind) {
  std::mt19937_64 draw(4);
  for (const std::size_t before : {0u, 8u, 8u * 63, 257u})
    for (const std::size_t count : {0u, 1u, 2u, 3u, 4u, 500u}) {
      std::string keys(before, 'b');
      std::vector<std::uint64_t> fingerprints(count);
      for (std::uint64_t& fingerprint : fingerprints) fingerprint = draw();
      if (count > 2) fingerprints[2] = fingerprints[0];
      std::vector<std::uint64_t> expected = fingerprints;
      for (std::uint64_t& key : expected) key = fingerprint_key(key);
      std::ranges::sort(expected);
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      append_fingerprints(fingerprints, keys);
      std::string_view left = keys;
      std::vector<base::KeyValue> records;
      ASSERT_TRUE(take_fingerprints(left, 9, records));
      EXPECT_EQ(left, std::string(before, 'b'));
      ASSERT_EQ(records.size(), expected.size());
      for (std::size_t i = 0; i < records.size(); ++i) {
        EXPECT_EQ(records[i].key, expected[i]);
        EXPECT_EQ(records[i].value, 9u);
      }
      if (count == 0) continue;
      KeyRecords none;
      keys[keys.size() - 1] = 'q';
      EXPECT_FALSE(append_records(keys, 9, none));
    }
}

}  // namespace
}  // namespace textkin::archive
