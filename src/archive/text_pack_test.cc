#include "archive/text_pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "archive/byte_strings.h"
#include "archive/text_packer.h"

namespace textkin::archive {
namespace {

using Texts = std::vector<std::optional<std::string_view>>;

TEST(TextPackTest, GivesBackWhatWasPacked) {
  std::mt19937_64 random(1);
  TextPacker packers[] = {TextPacker(Packing::kTight), TextPacker(Packing::kQuick)};
  for (int turn = 0; turn < 200; ++turn) {
    TextPacker& packer = packers[turn % 2];
    std::vector<std::string> own(1 + random() % 40);
    for (std::string& text : own) {
      text.resize(random() % 3 == 0 ? 0 : random() % 900);
      for (char& byte : text) byte = static_cast<char>(random() % 5 == 0 ? random() : 'a' + random() % 4);
    }
    Texts texts(own.begin(), own.end());
    for (auto& text : texts)
      if (random() % 6 == 0) text.reset();
    const std::string row = packer.pack(texts);
    ASSERT_EQ(texts_of_pack(row), texts.size());
    std::string unpacked;
    ASSERT_TRUE(unpack(row, unpacked));
    for (std::uint32_t i = 0; i < texts.size(); ++i) ASSERT_EQ(text_of_pack(unpacked, i), texts[i]) << i;
    EXPECT_EQ(text_of_pack(unpacked, static_cast<std::uint32_t>(texts.size())), std::nullopt);
  }
}

TEST(TextPackTest, QuickIsLargerThanTight) {
  std::mt19937_64 random(3);
  std::string text;
  while (text.size() < kBytesOfAPack) text += "word" + std::to_string(random() % 400) + " and ";
  const std::size_t tight = TextPacker().pack(Texts{text}).size();
  const std::size_t quick = TextPacker(Packing::kQuick).pack(Texts{text}).size();
  EXPECT_GT(quick, tight);
  EXPECT_LT(quick, text.size() / 2);
}

TEST(TextPackTest, RefusesWhatIsNone) {
  const std::string row = TextPacker().pack(Texts{"one text", "another text"});
  std::string unpacked;
  for (std::size_t size = 0; size < row.size(); ++size) EXPECT_FALSE(unpack(row.substr(0, size), unpacked)) << size;
  std::string three = row;
  three[0] = 3;
  EXPECT_FALSE(unpack(three, unpacked)) << "it is of two";
  EXPECT_FALSE(unpack("", unpacked));
  EXPECT_FALSE(unpack("some text that was never packed", unpacked));
}

// No bytes end in a crash or in a read behind them; what is taken for a pack has texts that lie in it.
TEST(TextPackTest, DamagedBytesAreRefusedOrAPack) {
  std::mt19937_64 random(2);
  const std::string row = TextPacker().pack(Texts{"one text", "another text", "a third text, a little longer"});
  for (int turn = 0; turn < 5000; ++turn) {
    std::string damaged = row;
    for (auto flips = 1 + random() % 3; flips > 0; --flips)
      damaged[random() % damaged.size()] ^= char(1u << random() % 8);
    std::string unpacked;
    if (!unpack(damaged, unpacked)) continue;
    for (std::uint32_t i = 0; i < texts_of_pack(damaged); ++i) {
      const std::string_view text = text_of_pack(unpacked, i).value_or(unpacked.substr(0, 0));
      ASSERT_LE(text.data() + text.size(), unpacked.data() + unpacked.size());
    }
  }
}

TEST(TextPackTest, KeysAscendWithTheNumbersOfTexts) {
  std::vector<std::string> keys;
  for (const DocId number : {0u, 1u, 255u, 256u, 70000u, 4294967293u}) {
    keys.push_back(numbered_key('t', number));
    keys.push_back(pack_key(number));
    EXPECT_FALSE(is_pack_key(keys[keys.size() - 2]));
    EXPECT_TRUE(is_pack_key(keys.back()));
    EXPECT_EQ(number_of_text_key(keys[keys.size() - 2]), number);
    EXPECT_EQ(number_of_text_key(keys.back()), number);
  }
  EXPECT_TRUE(std::ranges::is_sorted(keys));
}

}  // namespace
}  // namespace textkin::archive
