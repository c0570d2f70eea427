#include "text/shingles/named_shingler.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "text/catalog.h"
#include "text/unicode/testing_reference.h"

namespace textkin::text {
namespace {

std::vector<std::string> names_of(const TextSpec& spec, std::string_view text) {
  std::vector<NamedShingle> shingles;
  make_named_shingler(spec).value()->append(text, shingles);
  std::vector<std::string> names;
  for (const NamedShingle& shingle : shingles) names.push_back(shingle.name);
  return names;
}

TEST(NamedShingler, SpellsWordsWithASpaceAndCharactersWithout) {
  TextSpec spec;
  spec.shingle_size = 2;
  EXPECT_EQ(names_of(spec, "The  end, the end!"), (std::vector<std::string>{"the end", "end the"}));
  spec.unit = ShingleUnit::kCharacter;
  EXPECT_EQ(names_of(spec, "Ananas"), (std::vector<std::string>{"an", "na", "as"}));
  spec.shingle_size = 9;
  EXPECT_EQ(names_of(spec, "Öl"), (std::vector<std::string>{"öl"}));  // shorter than a shingle: all of it
  EXPECT_TRUE(names_of(spec, "").empty());
}

TEST(NamedShingler, FeaturesAreThoseOfTheShingler) {
  for (const TextStep& tokens : tokenizers())
    for (const ShingleUnit unit : {ShingleUnit::kWord, ShingleUnit::kCharacter})
      for (const std::string_view text : {"A wave of the SEA, of the sea.", "naïve Ğ 漢字かな ﬁne\tเขา", "x", "", " ",
                                          "one\r\ntwo one\r\ntwo one\r\ntwo three"})
        for (const bool multiset : {false, true}) {
          TextSpec spec;
          spec.tokens = tokens.name;
          spec.unit = unit;
          spec.shingle_size = 3;
          spec.multiset = multiset;
          std::vector<Feature> expected;
          if (!make_shingler(spec).ok()) continue;  // characters of a page's links
          make_shingler(spec).value()->append_distinct(text, expected);
          std::vector<NamedShingle> shingles;
          make_named_shingler(spec).value()->append(text, shingles);
          std::vector<Feature> found;
          for (const NamedShingle& shingle : shingles) found.push_back(shingle.feature);
          std::sort(found.begin(), found.end());
          std::sort(expected.begin(), expected.end());
          EXPECT_EQ(found, expected) << tokens.name << ": " << text;
        }
}

TEST(NamedShingler, TokensAreThoseOfTheReference) {
  const std::string long_text = std::string(9000, 'a') + " " + std::string(20000, 'b') + " Ende";
  for (const TextStep& entry : tokenizers())
    for (const std::string& text : {std::string("Don't stop, 3.5 漢字 café"), long_text}) {
      TextSpec spec;
      spec.normalizers = {"none"};
      spec.tokens = entry.name;
      spec.shingle_size = 1;
      EXPECT_EQ(names_of(spec, text), reference_tokens(entry.name, text)) << entry.name;
    }
}

TEST(NamedShingler, CountsTheCopiesOfAMultiset) {
  TextSpec spec;
  spec.multiset = true;
  spec.shingle_size = 1;
  std::vector<NamedShingle> shingles;
  make_named_shingler(spec).value()->append("sea wave sea sea", shingles);
  ASSERT_EQ(shingles.size(), 4u);
  EXPECT_EQ(shingles[3].name, "sea");
  EXPECT_EQ(shingles[3].copy, 2u);
  EXPECT_NE(shingles[3].feature, shingles[2].feature);
}

TEST(NamedShingler, RefusesWeightedItems) {
  TextSpec spec;
  spec.weights = Weights::kSuffix;
  EXPECT_EQ(make_named_shingler(spec).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::text
