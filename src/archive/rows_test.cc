#include "archive/rows.h"

#include <gtest/gtest.h>

#include <random>

#include "archive/byte_strings.h"
#include "archive/entry.h"

namespace textkin::archive {
namespace {

std::string some_bytes(std::mt19937_64& random, std::size_t most) {
  std::string bytes(random() % (most + 1), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

Entry some_entry(std::mt19937_64& random) {
  Entry entry{.added = random(),
              .removed = random() % 2 == 0 ? 0 : random(),
              .size = static_cast<std::uint32_t>(random()),
              .text_bytes = static_cast<std::uint32_t>(random()),
              .checksum = random(),
              .id = some_bytes(random, 40),
              .fields = {}};
  for (auto fields = random() % 4; fields > 0; --fields) entry.fields.push_back(some_bytes(random, 10));
  return entry;
}

bool same(const Entry& a, const Entry& b) {
  return a.added == b.added && a.removed == b.removed && a.size == b.size && a.text_bytes == b.text_bytes &&
         a.checksum == b.checksum && a.id == b.id && a.fields == b.fields;
}

TEST(EntryTest, GivesBackWhatWasWrittenAndRefusesWhatIsCutOrLonger) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Entry entry = some_entry(random);
    const std::string bytes = encode(entry);
    Entry again = some_entry(random);  // what it held before must not show
    ASSERT_TRUE(decode(bytes, again));
    ASSERT_TRUE(same(entry, again));
    for (std::size_t size = 0; size < bytes.size(); ++size)
      ASSERT_FALSE(decode(std::string_view(bytes).substr(0, size), again)) << size;
    ASSERT_FALSE(decode(bytes + '\0', again));
  }
}

TEST(EntryTest, CountsThatLieAreRefusedWithoutReservingThem) {
  std::string bytes = encode(Entry{.id = "a", .fields = {}});
  bytes.resize(bytes.size() - 4);
  put_number(std::uint32_t{0xFFFFFFFF}, bytes);  // fields
  Entry out;
  EXPECT_FALSE(decode(bytes, out));
  EXPECT_LE(out.fields.size(), 1u);
}

TEST(EntryTest, IsAliveFromItsSequenceToTheOneItWentWith) {
  Entry entry;
  entry.added = 3;
  EXPECT_TRUE(entry.alive() && entry.alive_at(3) && !entry.alive_at(2));
  entry.removed = 7;
  EXPECT_FALSE(entry.alive());
  for (std::uint64_t sequence = 0; sequence < 10; ++sequence)
    EXPECT_EQ(entry.alive_at(sequence), sequence >= 3 && sequence < 7) << sequence;
  entry.removed = 3;  // it came and went in one batch: it was never there
  for (std::uint64_t sequence = 0; sequence < 10; ++sequence) EXPECT_FALSE(entry.alive_at(sequence));
}

TEST(RowsTest, WordsComeBackInTheirOrder) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100; ++i) {
    Words words;
    for (auto count = random() % 6; count > 0; --count)
      words.emplace_back(some_bytes(random, 9), some_bytes(random, 30));
    const std::string bytes = encode(words);
    Words again{{"left", "over"}};
    ASSERT_TRUE(decode(bytes, again));
    ASSERT_EQ(words, again);
    if (words.empty()) continue;
    ASSERT_FALSE(decode(std::string_view(bytes).substr(0, bytes.size() - 1), again));
    ASSERT_FALSE(decode(bytes + '\1', again));
  }
}

TEST(RowsTest, AStateComesBack) {
  const State state{
      .identity = 1, .sequence = 2, .next = 3, .alive = 4, .segments = 5, .purged = 6, .text_bytes = 1ull << 40};
  const std::string bytes = encode(state);
  State again;
  ASSERT_TRUE(decode(bytes, again));
  EXPECT_EQ(encode(again), bytes);
  EXPECT_EQ(again.next, 3u);
  EXPECT_EQ(again.text_bytes, 1ull << 40);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), again));
  EXPECT_FALSE(decode(bytes + "x", again));
}

TEST(RowsTest, ASegmentHasDocuments) {
  const SegmentRow row{.first = 5, .last = 9, .name = 12};
  SegmentRow again;
  ASSERT_TRUE(decode(numbered_key(kOfSegment, 5), encode(row), again));
  EXPECT_EQ(again.first, 5u);
  EXPECT_EQ(again.last, 9u);
  EXPECT_EQ(again.file_name(), "12.keys");
  EXPECT_FALSE(decode(numbered_key(kOfSegment, 9), encode(row), again)) << "none";
  EXPECT_FALSE(decode(numbered_key(kOfSegment, 5), "abc", again));
}

TEST(KeysOfRowsTest, AscendAsTheirNumbersDo) {
  std::mt19937 random(3);
  for (int i = 0; i < 10000; ++i) {
    const auto a = static_cast<std::uint32_t>(random() >> random() % 32);
    const auto b = static_cast<std::uint32_t>(random() >> random() % 32);
    ASSERT_EQ(numbered_key('d', a) < numbered_key('d', b), a < b) << a << ' ' << b;
    ASSERT_EQ(number_of_key(numbered_key('k', a)), a);
    ASSERT_LT(numbered_key('d', a), end_of_keys('d'));
  }
}

TEST(TakenBytesTest, GivesNothingOnceItFailed) {
  std::string bytes;
  put_string("abc", bytes);
  put_number(std::uint16_t{7}, bytes);
  TakenBytes taken(bytes);
  EXPECT_EQ(taken.string(), "abc");
  EXPECT_EQ(taken.number<std::uint32_t>(), 0u) << "two bytes are no number of four";
  EXPECT_FALSE(taken.ok());
  EXPECT_EQ(taken.number<std::uint16_t>(), 0u) << "and what is there is not taken any more";
  EXPECT_EQ(taken.string(), "");
  EXPECT_FALSE(taken.at_end());
}

}  // namespace
}  // namespace textkin::archive
