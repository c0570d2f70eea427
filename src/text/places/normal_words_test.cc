#include "text/places/normal_words.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "text/catalog.h"

namespace textkin::text {
namespace {

NormalWords words_with(std::vector<std::string> normalizers) {
  TextSpec spec;
  spec.normalizers = std::move(normalizers);
  auto made = make_normalizers(spec);
  return NormalWords(std::move(*made), hash::kPublicKey);
}

std::vector<std::string> cut(NormalWords& words, std::string_view text) {
  std::vector<NormalWord> found;
  words.append(text, found);
  std::vector<std::string> out;
  for (const NormalWord& word : found) out.emplace_back(text.substr(word.begin, word.end - word.begin));
  return out;
}

TEST(NormalWords, AreFoundInTheTextAsItIs) {
  NormalWords words = words_with({"nfkc-casefold"});
  EXPECT_EQ(cut(words, "One, two-3 na\xC3\xAFve!"), (std::vector<std::string>{"One", "two", "3", "na\xC3\xAFve"}));
  EXPECT_EQ(cut(words, "a\xE4\xB8\xAD\xE5\x9B\xBD b"),
            (std::vector<std::string>{"a", "\xE4\xB8\xAD", "\xE5\x9B\xBD", "b"}));
  EXPECT_EQ(cut(words, "co\xC2\xADop \xC2\xAD x\xC2\xAD"), (std::vector<std::string>{"co\xC2\xADop", "x"}));
  EXPECT_EQ(cut(words, ""), std::vector<std::string>{});
}

TEST(NormalWords, HashWhatTheNormalisersMakeOfEach) {
  NormalWords words = words_with({"nfkc-casefold"});
  // Long enough for the kernel, and the same words without it.
  const std::string shout = "STRASSE AND MANY OTHER WORDS OF ASCII THAT ARE HASHED SIDE BY SIDE AND MORE";
  std::vector<NormalWord> found;
  words.append(shout +
                   " Stra\xC3\x9F"
                   "e and",
               found);
  ASSERT_EQ(found.size(), 17u);
  EXPECT_EQ(found[0].hash, found[15].hash);
  EXPECT_EQ(found[1].hash, found[16].hash);
  EXPECT_EQ(found[15].size, 7u);
  EXPECT_TRUE(words.same("STRASSE",
                         "stra\xC3\x9F"
                         "e"));
  EXPECT_FALSE(words.same("STRASSE", "strase"));
  NormalWords exact = words_with({"none"});
  EXPECT_FALSE(exact.same("A", "a"));
  NormalWords bare = words_with({"strip-marks"});
  EXPECT_EQ(cut(bare, "\xCC\x81 a"), std::vector<std::string>{"a"});  // a mark alone: nothing is left of it
}

TEST(NormalWords, AreNoPartsOfGraphemeClusters) {
  using Words = std::vector<std::string>;
  NormalWords words = words_with({"nfkc-casefold"});
  EXPECT_EQ(cut(words, "กุ้งแม่น้ำ"), (Words{"กุ้", "ง", "แ", "ม่", "น้ำ"}));
  EXPECT_EQ(cut(words, "か\u3099な ｶﾞﾅ"), (Words{"か\u3099", "な", "ｶﾞ", "ﾅ"}));
  EXPECT_EQ(cut(words, "ខ្មែរ"), (Words{"ខ្មែ", "រ"}));
  EXPECT_EQ(cut(words, "葛\U000E0100葛 x\u3099 \u0E38ก"), (Words{"葛\U000E0100", "葛", "x\u3099", "ก"}));
  EXPECT_TRUE(words.same("ｶﾞ", "か\u3099") == false && words.same("ｶﾞ", "ガ") && words.same("カ\u3099", "ガ"));
  std::string long_one = "ก";
  for (int i = 0; i < 100'000; ++i) long_one += "\u0E38";
  EXPECT_EQ(cut(words, long_one + "ข").size(), 2u);
}

TEST(NormalWords, ASignIsAsWhatTheNormalisersMakeOfIt) {
  using Words = std::vector<std::string>;
  NormalWords words = words_with({"nfkc-casefold"});
  EXPECT_EQ(cut(words, "5 m\u00B2, \u338F\u3314\u3318 \u2764 \u20AC!"),
            (Words{"5", "m\u00B2", "\u338F", "\u3314", "\u3318"}));
  EXPECT_TRUE(words.same("m\u00B2", "M2"));
  NormalWords exact = words_with({"none"});
  EXPECT_EQ(cut(exact, "5 m\u00B2 \u3314"), (Words{"5", "m"}));
}

TEST(NormalWords, CutWhatHasNoSpace) {
  NormalWords words = words_with({"nfkc-casefold"});
  std::vector<NormalWord> found;
  words.append(std::string(200'000, 'a'), found);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[1].begin, found[0].end);
  EXPECT_EQ(found[3].end, 200'000u);
}

}  // namespace
}  // namespace textkin::text
