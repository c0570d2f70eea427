#include "text/shingles/spec_shingler.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "text/catalog.h"
#include "text/unicode/testing_reference.h"
#include "text/unicode/testing_texts.h"

namespace textkin::text {
namespace {

std::unique_ptr<Shingler> shingler_of(const TextSpec& spec) {
  auto made = make_shingler(spec);
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(made.value());
}

const std::vector<std::vector<std::string>> kNormalizerLists = {
    {},
    {"none"},
    {"nfkc-casefold"},
    {"nfc"},
    {"casefold"},
    {"ascii-lower"},
    {"strip-marks"},
    {"collapse-space"},
    {"ascii-lower", "strip-punctuation", "strip-space"},
    {"nfkc-casefold", "strip-marks"},
    {"ascii-lower", "nfc"},
    {"strip-punctuation", "collapse-space", "nfkc-casefold"},
    {"collapse-space", "ascii-lower", "strip-marks", "strip-space"}};

std::vector<TextSpec> all_specs() {
  std::vector<TextSpec> specs;
  for (const auto& normalizers : kNormalizerLists)
    for (const char* tokens : {"unicode", "ascii", "whitespace", "icu", "characters"})
      for (const std::uint32_t size : {1u, 5u}) {
        TextSpec spec;
        spec.normalizers = normalizers;
        spec.shingle_size = size;
        if (tokens == std::string_view("characters"))
          spec.unit = ShingleUnit::kCharacter;
        else
          spec.tokens = tokens;
        spec.multiset = specs.size() % 3 == 0;
        specs.push_back(spec);
      }
  return specs;
}

void expect_reference(const TextSpec& spec, Shingler& shingler, const std::string& text) {
  const std::vector<Feature> expected = reference_features(spec, text);
  std::vector<Feature> found{99};
  const std::vector<char> tight(text.begin(), text.end());
  const std::string_view view(tight.data(), tight.size());
  shingler.append_distinct(view, found);
  ASSERT_EQ(found[0], 99u);
  found.erase(found.begin());
  ASSERT_EQ(found, expected) << describe(spec) << " on " << text.size() << " bytes: " << text.substr(0, 300);
  shingler.sorted_set(view, found);
  std::vector<Feature> sorted = expected;
  std::sort(sorted.begin(), sorted.end());
  ASSERT_EQ(found, sorted) << describe(spec);
  found.clear();
  std::vector<double> counts;
  shingler.append_counted(view, found, counts);
  ASSERT_EQ(counts.size(), found.size());
  if (spec.multiset) {
    ASSERT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), static_cast<double>(expected.size()));
  } else {
    ASSERT_EQ(found, expected) << describe(spec);
  }
}

// The fast way for ASCII, the way for mixed text and every SIMD target give the features of the reference.
TEST(SpecShingler, EqualsTheReferenceOnAscii) {
  for_each_target([](const char*) {
    for (const TextSpec& spec : all_specs()) {
      const auto shingler = shingler_of(spec);
      std::mt19937_64 random(13);
      for (std::size_t length = 0; length <= 200; length += length < 70 ? 3 : 1 + random() % 9)
        expect_reference(spec, *shingler, ascii_text(random, length));
      expect_reference(spec, *shingler, ascii_text(random, 3000));
    }
  });
}

TEST(SpecShingler, EqualsTheReferenceOnMixedText) {
  for_each_target([](const char*) {
    for (const TextSpec& spec : all_specs()) {
      const auto shingler = shingler_of(spec);
      std::mt19937_64 random(14);
      for (int round = 0; round < 40; ++round)
        expect_reference(spec, *shingler, mixed_text(random, random() % 150, round % 4 * 33));
    }
  });
}

// Texts of several chunks, with words and characters over every border between them.
TEST(SpecShingler, EqualsTheReferenceOnLongTexts) {
  std::mt19937_64 random(15);
  for (const char* tokens : {"unicode", "ascii", "whitespace"}) {
    TextSpec spec;
    spec.tokens = tokens;
    for (const auto& normalizers : {std::vector<std::string>{"none"}, {"nfkc-casefold"}}) {
      spec.normalizers = normalizers;
      const auto shingler = shingler_of(spec);
      for (std::size_t shift = 0; shift < 5; ++shift) {
        const std::string lead(shift, 'x');
        expect_reference(spec, *shingler, lead + ascii_text(random, 40000));
        expect_reference(spec, *shingler, lead + mixed_text(random, 12000, 20));
        expect_reference(spec, *shingler, lead + std::string(8190, ' ') + "\u4f60\u597d\u00e9t\u00e9" + lead);
        expect_reference(spec, *shingler, std::string(8191 - shift, 'y') + " tail");
        expect_reference(spec, *shingler, lead + std::string(40000, 'z') + " end " + std::string(20000, 'w'));
        std::string accents;
        for (int i = 0; i < 9000; ++i) accents += "\u00e9";
        expect_reference(spec, *shingler, lead + accents);
        std::string han;
        for (int i = 0; i < 9000; ++i) append_utf8(han, 0x4e00 + static_cast<std::uint32_t>(random() % 500));
        expect_reference(spec, *shingler, lead + han);
      }
    }
  }
}

// Where its words stand as thick everywhere, room for all is taken once; else as often as it must be.
TEST(SpecShingler, RoomForALongTextIsTakenAtOnce) {
  std::string words;
  for (int i = 0; i < 300000; ++i) words += std::to_string(1000000 + i * 7) + " ";
  const std::string nothing(words.size(), '-');
  TextSpec spec;
  spec.shingle_size = 1;
  const auto shingler = shingler_of(spec);
  std::vector<Feature> even{99};
  shingler->append_distinct(words, even);
  EXPECT_EQ(even.size(), 300001u);
  EXPECT_LE(even.capacity(), even.size() + even.size() / 8);
  for (const std::string& text : {nothing + words, words + nothing, "a " + nothing + words, words + nothing + words}) {
    std::vector<Feature> found{99};
    shingler->append_distinct(text, found);
    const std::size_t first = text.front() == 'a' ? 2 : 1;
    ASSERT_EQ(found.size(), first + 300000) << text.size();
    EXPECT_TRUE(std::equal(even.begin() + 1, even.end(), found.begin() + static_cast<std::ptrdiff_t>(first)));
  }
}

// What stands before them is not moved for each.
TEST(SpecShingler, ManyLongTextsAreAppendedInFewMoves) {
  std::mt19937_64 random(16);
  std::string text;
  for (int i = 0; i < 40000; ++i) text += std::to_string(random() % 1000000) + " ";
  const auto shingler = shingler_of({});
  std::vector<Feature> found;
  const Feature* at = nullptr;
  int moves = 0;
  for (int i = 0; i < 100; ++i) {
    shingler->append_distinct(text, found);
    moves += found.data() != at;
    at = found.data();
  }
  EXPECT_LE(moves, 20);
}

TEST(SpecShingler, RoomOfManyRepeatsIsGivenBack) {
  std::string text;
  for (int i = 0; i < 5'000'000; ++i) text += "a ";
  TextSpec spec;
  const auto shingler = shingler_of(spec);
  std::vector<Feature> found;
  shingler->append_distinct(text, found);
  shingler->append_sorted(text, found);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_LT(found.capacity(), 1000u);
}

TEST(SpecShingler, OddSizesAndShortTexts) {
  for (const std::uint32_t size : {1u, 2u, 3u, 7u, 9u, 64u, 1000u, 1024u})
    for (const bool multiset : {false, true})
      for (const ShingleUnit unit : {ShingleUnit::kWord, ShingleUnit::kCharacter}) {
        TextSpec spec;
        spec.shingle_size = size;
        spec.multiset = multiset;
        spec.unit = unit;
        const auto shingler = shingler_of(spec);
        for (const char* text : {"", " ", "...", "a", "a b", "a b a b a b", "\u4f60", "\u4f60 \u597d"})
          expect_reference(spec, *shingler, text);
        std::mt19937_64 random(16);
        expect_reference(spec, *shingler, ascii_text(random, 5000));
      }
}

TEST(SpecShingler, NormalFormsOfOneTextAreEqual) {
  const auto shingler = shingler_of(TextSpec());
  std::vector<Feature> composed, apart, wide;
  shingler->sorted_set("Le caf\u00e9 est tr\u00e8s \uac01 bon aujourd\u2019hui", composed);
  shingler->sorted_set("le CAFE\u0301 est tre\u0300s \u1100\u1161\u11a8 bon aujourd\u2019hui", apart);
  shingler->sorted_set("\uff2c\uff25 caf\u00e9 est tr\u00e8s \uac01 bon aujourd\u2019hui", wide);
  EXPECT_EQ(composed.size(), 4u);
  EXPECT_EQ(composed, apart);
  EXPECT_EQ(composed, wide);
}

TEST(SpecShingler, SurvivesBytesThatAreNotUtf8) {
  std::mt19937_64 random(17);
  for (const TextSpec& spec : all_specs()) {
    const auto shingler = shingler_of(spec);
    std::vector<Feature> features;
    for (int round = 0; round < 60; ++round) {
      std::string bytes(random() % 300, '\0');
      for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() % 128 : random());
      const std::vector<char> tight(bytes.begin(), bytes.end());
      shingler->sorted_set({tight.data(), tight.size()}, features);
      ASSERT_LE(features.size(), 20 * bytes.size());
    }
  }
}

// Fully mixed: each bit of the features of a text is set in about half of them.
TEST(SpecShingler, FeaturesAreMixed) {
  for (const ShingleUnit unit : {ShingleUnit::kWord, ShingleUnit::kCharacter}) {
    TextSpec spec;
    spec.unit = unit;
    spec.shingle_size = 2;
    std::string text;
    for (int i = 0; i < 4000; ++i) append_utf8(text, 0x4e00 + static_cast<std::uint32_t>(i));
    std::vector<Feature> features;
    shingler_of(spec)->append_distinct(text, features);
    ASSERT_EQ(features.size(), 3999u);
    for (int bit = 0; bit < 64; ++bit) {
      const auto is_set = [bit](Feature feature) { return (feature >> bit & 1) != 0; };
      const auto set = std::count_if(features.begin(), features.end(), is_set);
      EXPECT_NEAR(static_cast<double>(set), 2000, 160) << bit;
    }
  }
}

}  // namespace
}  // namespace textkin::text
