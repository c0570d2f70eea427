// Stop words, stems and Rabin fingerprints: the features of words beyond the default ones.

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hash/mix.h"
#include "hash/rabin.h"
#include "text/catalog.h"
#include "text/shingles/named_shingler.h"
#include "text/shingles/rabin_shingler.h"
#include "text/tokens/stemmer.h"
#include "text/tokens/stop_words.h"
#include "text/unicode/testing_texts.h"

namespace textkin::text {
namespace {

std::vector<std::string> words_of(const TextSpec& spec, std::string_view text) {
  const auto made = make_named_shingler(spec);
  EXPECT_TRUE(made.ok()) << made.status().message();
  std::vector<NamedShingle> shingles;
  made.value()->append(text, shingles);
  std::vector<std::string> names;
  for (const NamedShingle& shingle : shingles) names.push_back(shingle.name);
  return names;
}

std::vector<Feature> features_of(const TextSpec& spec, std::string_view text) {
  const auto made = make_shingler(spec);
  EXPECT_TRUE(made.ok()) << made.status().message();
  std::vector<Feature> features;
  made.value()->sorted_set(text, features);
  return features;
}

using Words = std::vector<std::string>;

// Neighbours share their first half.
std::vector<std::string> texts() {
  std::mt19937_64 random(17);
  std::vector<std::string> all{"", " ", "one", "a a a a a a a", "x y"};
  for (int i = 0; i < 40; ++i) {
    const std::string half = mixed_text(random, 100, 80);
    all.push_back(half + " " + mixed_text(random, 60, 90));
    all.push_back(half + " " + mixed_text(random, 60, 90));
  }
  return all;
}

TextSpec single_words() {
  TextSpec spec;
  spec.shingle_size = 1;
  return spec;
}

TEST(StopWords, AreLeftOutAsTheRunSpellsThem) {
  TextSpec spec = single_words();
  spec.stop_words = "english";
  EXPECT_EQ(words_of(spec, "The cat of THE house doesn't sleep, and I don't."), (Words{"cat", "house", "sleep"}));
  spec.stop_words = "german";
  EXPECT_EQ(words_of(spec, "Die Katze über dem Haus"), (Words{"katze", "haus"}));
  spec.normalizers = {"nfkc-casefold", "strip-marks"};  // the list loses its marks with the text
  EXPECT_EQ(words_of(spec, "Die Katze u\u0308ber dem Haus"), (Words{"katze", "haus"}));
  spec.normalizers = {"none"};
  EXPECT_EQ(words_of(spec, "Die Katze die"), (Words{"Die", "Katze"}));
  spec.stop_words = "french";
  EXPECT_EQ(words_of(spec, "l'été n'est pas fini"), (Words{"fini"}));  // "été" is also "been"
}

TEST(StopWords, PhrasesAreOfTheWordsThatAreLeft) {
  TextSpec spec;
  spec.shingle_size = 2;
  spec.stop_words = "english";
  EXPECT_EQ(words_of(spec, "the state of the art of war"), (Words{"state art", "art war"}));
  EXPECT_EQ(words_of(spec, "the state of it"), (Words{"state"}));
  EXPECT_TRUE(words_of(spec, "of the and").empty());
}

TEST(StopWords, AListOfOnesOwnHasRemarks) {
  TextSpec spec = single_words();
  spec.stop_words = "mine.txt";
  spec.stop_list = " | a list of mine\r\nfoo bar |baz\n\n  Qux";
  EXPECT_EQ(words_of(spec, "foo BAR baz qux quux"), (Words{"baz", "quux"}));
  spec.stop_list = "";
  EXPECT_EQ(words_of(spec, "foo"), Words{"foo"});
}

TEST(StopWords, ListsAreOfSmallWordsThatStandOnce) {
  for (const StopList& list : stop_lists()) {
    EXPECT_EQ(list.version, std::string(list.name) + ".v1");
    TextSpec spec = single_words();
    spec.normalizers = {"ascii-lower"};
    const Words folded = words_of(spec, list.words);
    spec.normalizers = {"none"};
    EXPECT_EQ(folded, words_of(spec, list.words)) << list.name;
    EXPECT_GT(folded.size(), 100u);
    spec.stop_words = list.name;
    EXPECT_TRUE(words_of(spec, list.words).empty());
  }
}

TEST(Stems, AreThoseOfSnowball) {
  TextSpec spec = single_words();
  spec.stem = "english";
  // Porter 1980 opens with these five.
  EXPECT_EQ(words_of(spec, "Connect connected connecting connection connections"), Words{"connect"});
  EXPECT_EQ(words_of(spec, "generously universities skies dying"), (Words{"generous", "univers", "sky", "die"}));
  spec.stem = "german";
  EXPECT_EQ(words_of(spec, "Häuser aufeinanderfolgenden"), (Words{"haus", "aufeinanderfolg"}));
  spec.stem = "russian";
  EXPECT_EQ(words_of(spec, "важными"), Words{"важн"});
  spec.stem = "english";
  spec.stop_words = "english";  // go first: "doing" is one, its stem is not asked
  EXPECT_EQ(words_of(spec, "doing deeds"), Words{"deed"});
}

TEST(Stems, LanguagesAreMany) {
  const std::vector<std::string_view> languages = Stemmer::languages();
  EXPECT_GT(languages.size(), 20u);
  for (const std::string_view language : languages) {
    TextSpec spec = single_words();
    spec.stem = language;
    EXPECT_TRUE(make_shingler(spec).ok()) << language;
  }
}

TEST(Stems, WhatIsNoWordStays) {
  Stemmer stemmer("english");
  for (std::string word : {std::string(), std::string("\xFF\xFE"), std::string("\0ing", 4),
                           std::string(1000, 'x') + "ing", std::string("\xE6\xBC\xA2"), std::string("\xE6")}) {
    const std::string before = word;
    stemmer.stem(word);
    if (word.size() > kLongestStemmed) {
      EXPECT_EQ(word, before);
    }
    EXPECT_LE(word.size(), before.size() + 1);
  }
}

TEST(WordFeatures, AFilterThatKeepsAllChangesNothing) {
  for (const char* tokens : {"unicode", "ascii", "whitespace", "icu"})
    for (const std::uint32_t size : {1u, 2u, 5u})
      for (const bool multiset : {false, true})
        for (const std::string& text : texts()) {
          TextSpec spec;
          spec.tokens = tokens;
          spec.shingle_size = size;
          spec.multiset = multiset;
          const std::vector<Feature> expected = features_of(spec, text);
          spec.stop_list = "| nothing";
          ASSERT_EQ(features_of(spec, text), expected) << tokens << " " << text.substr(0, 200);
        }
}

TEST(RabinShingles, AreFingerprintsOfTheWordsWithOneSpaceBetween) {
  const hash::RabinFingerprint fingerprint = hash::RabinFingerprint::make(63, kRabinSeed).value();
  TextSpec spec;
  spec.shingle_size = 3;
  spec.fingerprint = "rabin";
  const std::vector<std::string> shingles = {"a rose is", "rose is a", "is a rose"};
  std::vector<Feature> expected;
  for (const std::string& shingle : shingles) expected.push_back(hash::mix64(fingerprint(shingle)));
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(features_of(spec, "A rose,\tis a ROSE is a rose"), expected);
  EXPECT_EQ(words_of(spec, "A rose,\tis a ROSE is a rose"), shingles);
  EXPECT_EQ(features_of(spec, "Rose is"), std::vector<Feature>{hash::mix64(fingerprint("rose is"))});
  EXPECT_TRUE(features_of(spec, " , ").empty());
}

TEST(RabinShingles, AreAsAlikeAsOthers) {
  for (const std::uint32_t size : {1u, 4u}) {
    TextSpec spec;
    spec.shingle_size = size;
    TextSpec rabin = spec;
    rabin.fingerprint = "rabin";
    for (const bool multiset : {false, true}) {
      spec.multiset = rabin.multiset = multiset;
      std::map<std::size_t, std::vector<Feature>> before, now;
      const std::vector<std::string> all = texts();
      for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<Feature> one = features_of(spec, all[i]);
        const std::vector<Feature> other = features_of(rabin, all[i]);
        ASSERT_EQ(one.size(), other.size()) << all[i].substr(0, 200);
        ASSERT_TRUE(std::is_sorted(other.begin(), other.end()));
        before[i] = one;
        now[i] = other;
      }
      const auto shared = [](const std::vector<Feature>& a, const std::vector<Feature>& b) {
        std::vector<Feature> both;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
        return both.size();
      };
      for (std::size_t i = 1; i < all.size(); ++i)
        ASSERT_EQ(shared(before[i - 1], before[i]), shared(now[i - 1], now[i]));
    }
  }
}

TEST(RabinShingles, NamesAndCountsAgree) {
  TextSpec spec;
  spec.shingle_size = 2;
  spec.fingerprint = "rabin";
  const auto shingler = make_shingler(spec).value();
  std::vector<Feature> features;
  std::vector<double> counts;
  shingler->append_counted("a b a b a", features, counts);
  EXPECT_EQ(features, (std::vector<Feature>{rabin_feature("a b"), rabin_feature("b a")}));
  EXPECT_EQ(counts, (std::vector<double>{2, 2}));
  // The definition is for ever: rabin.v1.
  EXPECT_EQ(hash::RabinFingerprint::make(63, kRabinSeed)->polynomial(), 10451216379200822465u);
}

TEST(WordFeatures, StandInTheIdentity) {
  TextSpec spec;
  spec.stop_words = "english";
  spec.stem = "english";
  spec.fingerprint = "rabin";
  EXPECT_EQ(describe(spec).rfind("nfkc-casefold.v1|unicode.v1+stop-english.v1+stem-english.snowball-2.2|word:5|set|"
                                 "rabin.v1|unicode-",
                                 0),
            0u)
      << describe(spec);
  spec = TextSpec();
  spec.stop_words = "a.txt";
  spec.stop_list = "one two";
  const std::string mine = describe(spec);
  spec.stop_words = "b.txt";
  EXPECT_EQ(describe(spec), mine);  // by content
  spec.stop_list = "one three";
  EXPECT_NE(describe(spec), mine);
  EXPECT_NE(mine.find("|unicode.v1+stop-list-"), std::string::npos);
}

TEST(WordFeatures, RefuseWhatIsUnknownOrNotOfWords) {
  TextSpec spec;
  spec.stop_words = "englsh";
  EXPECT_EQ(make_shingler(spec).status().message(),
            "there is no list of stop words 'englsh'; did you mean 'english'? Or name a file of them.");
  spec.stop_words = "nofile";
  EXPECT_EQ(make_shingler(spec).status().message(),
            "there is no list of stop words 'nofile'; choose among 'english' 'german' 'french' 'spanish' 'italian'; "
            "or name a file of them");
  spec = TextSpec();
  spec.stem = "germn";
  EXPECT_EQ(make_shingler(spec).status().message(), "there is no stemmer 'germn'; did you mean 'german'?");
  spec = TextSpec();
  spec.fingerprint = "rabbin";
  EXPECT_EQ(make_shingler(spec).status().message(), "there is no fingerprint 'rabbin'; did you mean 'rabin'?");
  for (const ShingleUnit unit : {ShingleUnit::kCharacter, ShingleUnit::kKmer})
    for (int which = 0; which < 4; ++which) {
      spec = TextSpec();
      spec.unit = unit;
      if (which == 0) spec.stop_words = "english";
      if (which == 1) spec.stem = "english";
      if (which == 2) spec.fingerprint = "rabin";
      if (which == 3) spec.tokens = "links";
      EXPECT_NE(make_shingler(spec).status().message().find("take --shingle word:K"), std::string::npos);
    }
}

}  // namespace
}  // namespace textkin::text
