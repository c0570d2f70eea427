#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "align/aligner.h"
#include "align/common_words.h"
#include "align/grow.h"
#include "align/repeated_runs.h"
#include "align/run_hashes.h"
#include "align/winnow.h"
#include "base/cpu.h"
#include "hash/mix.h"
#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

using Text = std::vector<std::uint64_t>;

// Each word five characters and a space.
struct FiveLetterWords {
  explicit FiveLetterWords(Text text) : words(std::move(text)) {
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      begin.push_back(6 * i);
      end.push_back(6 * i + 5);
    }
  }
  operator PlacedWords() const { return {words, begin, end}; }
  Text words;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> end;
};

Text random_text(std::size_t length, std::uint64_t vocabulary, std::uint64_t seed) {
  Text text;
  for (std::size_t i = 0; i < length; ++i) text.push_back(hash::stream_word(seed, i) % vocabulary + 1);
  return text;
}

// As the engine makes them: of the first 16 places of a fingerprint in a text.
std::vector<Seed> seeds_of(const Text& a, const Text& b, const WinnowSpec& spec) {
  Winnower winnower(spec);
  std::vector<Fingerprint> in_a, in_b;
  winnower.choose(a, in_a);
  winnower.choose(b, in_b);
  const auto keep_first = [](std::vector<Fingerprint>& all) {
    std::map<std::uint64_t, std::size_t> places;
    std::erase_if(all, [&](const Fingerprint& fingerprint) { return ++places[fingerprint.hash] > kMostPlaces; });
  };
  keep_first(in_a);
  keep_first(in_b);
  std::vector<Seed> seeds;
  for (const Fingerprint& x : in_a)
    for (const Fingerprint& y : in_b)
      if (x.hash == y.hash) seeds.push_back({x.place, y.place});
  return seeds;
}

std::vector<WordSpans> passages(const Text& a, const Text& b, const AlignSpec& spec = {}) {
  std::vector<Seed> seeds = seeds_of(a, b, WinnowSpec::for_guarantee(spec.guarantee));
  std::vector<WordSpans> out;
  Aligner(spec).align(FiveLetterWords(a), FiveLetterWords(b), seeds, out);
  return out;
}

TEST(Winnow, CutsAsTheGuaranteeAsks) {
  const WinnowSpec twelve = WinnowSpec::for_guarantee(12);
  EXPECT_EQ(twelve.run, 5u);
  EXPECT_EQ(twelve.window, 8u);
  for (std::uint32_t guarantee = 1; guarantee < 60; ++guarantee) {
    const WinnowSpec spec = WinnowSpec::for_guarantee(guarantee);
    EXPECT_GE(spec.run, 1u);
    EXPECT_EQ(spec.run + spec.window - 1, guarantee);
  }
}

// What the guarantee needs: in a shared run that weighs as much, both texts choose the same place.
RC_GTEST_PROP(Winnow, SharedRunsOfWordsOfAnyWeightHaveAPlaceInCommon, ()) {
  const WinnowSpec spec = WinnowSpec::for_guarantee(*rc::gen::inRange(1u, 20u));
  const auto drawn = [&](std::size_t words, std::uint64_t seed) {
    Text text = random_text(words, 50, seed);
    for (std::uint64_t& word : text)
      if (word % 5 < 3) word = light_word(word, static_cast<std::uint32_t>(std::array{12, 20, 40}[word % 5]));
    return text;
  };
  Text run;
  const Text words = drawn(200, *rc::gen::inRange(0, 100000));
  while (weight_of(run) < (spec.run + spec.window - 1) * kWordWeight) run.push_back(words[run.size()]);
  const auto around = [&](std::size_t& at) {
    Text text = drawn(*rc::gen::inRange(0u, 40u), *rc::gen::inRange(0, 100000));
    at = text.size();
    text.insert(text.end(), run.begin(), run.end());
    for (const std::uint64_t word : drawn(*rc::gen::inRange(0u, 40u), *rc::gen::inRange(0, 100000)))
      text.push_back(word);
    return text;
  };
  std::size_t in_a, in_b;
  const Text a = around(in_a);
  const Text b = around(in_b);
  Winnower winnower(spec);
  std::vector<Fingerprint> of_a, of_b;
  winnower.choose(a, of_a);
  winnower.choose(b, of_b);
  RC_ASSERT(std::ranges::any_of(of_a, [&](const Fingerprint& x) {
    return x.place >= in_a && x.place < in_a + run.size() &&
           std::ranges::any_of(
               of_b, [&](const Fingerprint& y) { return y.hash == x.hash && y.place - in_b == x.place - in_a; });
  }));
}

// As its definition says, with vectors and without.
TEST(Winnow, RunsAreHashedAsTheyAreDefined) {
  for (std::uint32_t run = 1; run < 7; ++run)
    for (std::size_t words = run; words < 80; ++words) {
      const Text text = random_text(words, ~std::uint64_t{0}, words);
      Text expected;
      for (std::size_t i = 0; i + run <= words; ++i) {
        std::uint64_t hash = kWinnowSeed;
        for (std::uint32_t j = 0; j < run; ++j) hash = hash::mix64(hash ^ text[i + j]);
        expected.push_back(hash);
      }
      for (const char* const target : {"scalar", "auto"}) {
        ASSERT_TRUE(base::force_simd(target).ok());
        Text hashes(expected.size());
        hash_runs(text, run, hashes.data());
        ASSERT_EQ(hashes, expected) << target << ", " << run << " of " << words;
      }
    }
}

// The definition, without a queue.
RC_GTEST_PROP(Winnow, ChoosesTheRightmostLeastOfEachWindow, ()) {
  // Many times a window, and longer than what is hashed at a time.
  const auto text = random_text(*rc::gen::element(*rc::gen::inRange(0, 80), *rc::gen::inRange(500, 1700)),
                                *rc::gen::inRange(1, 20), *rc::gen::inRange(0, 1000));
  const WinnowSpec spec{*rc::gen::inRange(1u, 6u), *rc::gen::element(*rc::gen::inRange(1u, 12u), 600u)};
  std::vector<Fingerprint> chosen;
  Winnower(spec).choose(text, chosen);
  std::vector<Fingerprint> all;
  Winnower({spec.run, 1}).choose(text, all);
  RC_ASSERT(all.size() == (text.size() < spec.run ? 0 : text.size() - spec.run + 1));
  std::set<std::uint32_t> expected;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t end = std::min<std::size_t>(i + spec.window, all.size());
    if (end < i + spec.window && i > 0) break;
    std::size_t least = i;
    for (std::size_t j = i; j < end; ++j)
      if (all[j].hash <= all[least].hash) least = j;
    expected.insert(all[least].place);
  }
  RC_ASSERT(chosen.size() == expected.size());
  for (const Fingerprint& fingerprint : chosen) RC_ASSERT(expected.count(fingerprint.place) == 1);
}

TEST(Winnow, DensityOnRandomTextIsTwoOverWindowPlusOne) {
  std::vector<Fingerprint> chosen;
  Winnower({5, 8}).choose(random_text(200000, 1u << 20, 3), chosen);
  EXPECT_NEAR(static_cast<double>(chosen.size()) / 200000, 2.0 / 9, .003);
}

RC_GTEST_PROP(CommonWordsCount, EqualsTheTable, ()) {
  const Text a = random_text(*rc::gen::inRange(0, 200), *rc::gen::inRange(1, 40), *rc::gen::inRange(0, 100000));
  const Text b = random_text(*rc::gen::inRange(0, 200), *rc::gen::inRange(1, 40), *rc::gen::inRange(0, 100000));
  std::vector<std::vector<std::uint32_t>> table(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      table[i + 1][j + 1] = a[i] == b[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
  RC_ASSERT(CommonWords().count(a, b) == table[a.size()][b.size()]);
}

// Short texts, which neither the band nor the drop cuts.
RC_GTEST_PROP(Grow, IsTheBestAlignmentOfTheBeginnings, ()) {
  const Text a = random_text(*rc::gen::inRange(0u, 7u), 3, *rc::gen::inRange(0, 100000));
  const Text b = random_text(*rc::gen::inRange(0u, 7u), 3, *rc::gen::inRange(0, 100000));
  constexpr int w = kWordWeight;
  std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1));
  int best = 0;
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i + j == 0) continue;
      table[i][j] = -1000 * w;
      if (i > 0) table[i][j] = std::max(table[i][j], table[i - 1][j] - w);
      if (j > 0) table[i][j] = std::max(table[i][j], table[i][j - 1] - w);
      if (i > 0 && j > 0) table[i][j] = std::max(table[i][j], table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? w : -w));
      best = std::max(best, table[i][j]);
    }
  const Growth forward = grow_forward(a, b);
  RC_ASSERT(forward.score == static_cast<std::uint32_t>(best));
  RC_ASSERT(table[forward.a][forward.b] == best);
  if (best > 0) RC_ASSERT(a[forward.a - 1] == b[forward.b - 1]);
  const Growth backward = grow_backward(Text(a.rbegin(), a.rend()), Text(b.rbegin(), b.rend()));
  RC_ASSERT(std::tuple(backward.a, backward.b, backward.score) == std::tuple(forward.a, forward.b, forward.score));
}

// Every other word is equal, which neither gains nor loses, and far behind there is more to gain.
TEST(Grow, EndsWhereNothingBetterComes) {
  const Text a = random_text(600, 1u << 30, 1);
  Text b = random_text(600, 1u << 30, 2);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i % 2 == 1 || i >= 400) b[i] = a[i];
  EXPECT_EQ(grow_forward(a, b).a, 0u);
  const Growth near = grow_forward(Words(a).subspan(300), Words(b).subspan(300));
  EXPECT_EQ(near.a, 300u);
  EXPECT_EQ(near.equal, 250u);
}

TEST(Grow, PassesOverSingleWordsAndStopsWhereNothingIsAlike) {
  const Text a = random_text(1000, 100000, 1);
  Text b = random_text(1000, 100000, 2);
  for (std::size_t i = 0; i < 500; ++i)
    if (i % 3 != 1) b[i] = a[i];
  const Growth growth = grow_forward(a, b);
  EXPECT_EQ(growth.a, 499u);
  EXPECT_EQ(growth.b, 499u);
  EXPECT_EQ(growth.score, (333u - 166u) * kWordWeight);
  EXPECT_EQ(grow_backward(a, b).score, 0u);
}

// Every shared run of the guaranteed length is inside a passage, whatever stands around it.
RC_GTEST_PROP(AlignGuarantee, EverySharedRunIsFound, ()) {
  const auto guarantee = *rc::gen::inRange(1u, 20u);
  const std::uint64_t vocabulary = *rc::gen::element(3u, 30u, 100000u);
  Text a = random_text(*rc::gen::inRange(guarantee, 150u), vocabulary, *rc::gen::inRange(0, 100000));
  Text b = random_text(*rc::gen::inRange(guarantee, 150u), vocabulary, *rc::gen::inRange(0, 100000));
  const auto from = *rc::gen::inRange<std::size_t>(0, a.size() - guarantee + 1);
  const auto to = *rc::gen::inRange<std::size_t>(0, b.size() - guarantee + 1);
  std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(from), guarantee, b.begin() + static_cast<std::ptrdiff_t>(to));
  const auto found = passages(a, b, {.guarantee = guarantee});
  RC_ASSERT(std::ranges::any_of(found, [&](const WordSpans& spans) {
    return spans.a_begin <= from && from + guarantee <= spans.a_end && spans.b_begin <= to &&
           to + guarantee <= spans.b_end;
  }));
}

// Texts of one or two words hold each run at many places: each place of a run that the other text has is in a passage.
RC_GTEST_PROP(AlignGuarantee, RepetitionHidesNothing, ()) {
  const auto guarantee = *rc::gen::inRange(1u, 16u);
  const std::uint64_t vocabulary = *rc::gen::inRange(1u, 4u);
  const Text a = random_text(*rc::gen::inRange(0u, 500u), vocabulary, *rc::gen::inRange(0, 100000));
  const Text b = random_text(*rc::gen::inRange(0u, 500u), vocabulary, *rc::gen::inRange(0, 100000));
  const auto found = passages(a, b, {.guarantee = guarantee});
  const auto check = [&](const Text& text, const Text& other, auto begin, auto end) {
    for (std::size_t i = 0; i + guarantee <= text.size(); ++i) {
      const auto run = text.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::search(other.begin(), other.end(), run, run + guarantee) == other.end()) continue;
      RC_ASSERT(std::ranges::any_of(
          found, [&](const WordSpans& spans) { return spans.*begin <= i && i + guarantee <= spans.*end; }));
    }
  };
  check(a, b, &WordSpans::a_begin, &WordSpans::a_end);
  check(b, a, &WordSpans::b_begin, &WordSpans::b_end);
}

// Each place of one text continues at each of the other; comparing all of them would take hours.
TEST(Align, OneWordWithoutEndTakesNoTime) {
  const Text text(500000, 7);
  std::vector<Seed> seeds;
  for (std::uint32_t i = 0; i < 16; ++i)
    for (std::uint32_t j = 0; j < 16; ++j) seeds.push_back({i, j});
  std::vector<WordSpans> found;
  Aligner({}).align(FiveLetterWords(text), FiveLetterWords(Text(400000, 7)), seeds, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_words(), 500000u);
  EXPECT_EQ(found[0].b_words(), 400000u);
}

TEST(Align, IdenticalTextsAreOnePassage) {
  const Text text = random_text(500, 1000, 1);
  const auto found = passages(text, text);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_words(), 500u);
  EXPECT_EQ(found[0].equal, 500u);
  EXPECT_EQ(found[0].longest, 500u);
  EXPECT_EQ(found[0].identity(), 1);
}

TEST(Align, UnrelatedTextsHaveNone) {
  EXPECT_TRUE(passages(random_text(5000, 100000, 1), random_text(5000, 100000, 2)).empty());
  EXPECT_TRUE(passages({}, random_text(10, 10, 2)).empty());
}

// A passage of 60 words, every tenth of which was replaced, is one passage and not six.
TEST(Align, EditsDoNotCutAPassage) {
  Text a = random_text(300, 100000, 1);
  Text b = random_text(300, 100000, 2);
  for (std::size_t i = 0; i < 60; ++i)
    if (i % 10 != 9) b[200 + i] = a[100 + i];
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_begin, 100u);
  EXPECT_EQ(found[0].a_end, 159u);
  EXPECT_EQ(found[0].b_begin, 200u);
  EXPECT_EQ(found[0].equal, 54u);
}

// As recognition leaves a text: every third word is another one, but for one run of twelve.
TEST(Align, NoiseDoesNotEndAPassage) {
  Text a = random_text(300, 100000, 1);
  Text b = random_text(300, 100000, 2);
  for (std::size_t i = 0; i < 80; ++i)
    if (i % 3 != 1 || (i >= 30 && i < 42)) b[200 + i] = a[100 + i];
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_begin, 102u);  // what is left of it gives as much as it takes
  EXPECT_EQ(found[0].a_end, 179u);
  EXPECT_EQ(found[0].b_begin, 202u);
  EXPECT_EQ(found[0].b_end, 279u);
}

// Three words, two others, one, two others: its runs alone would not be alike enough.
TEST(Align, SingleWordsCountHoweverLongAPassageIs) {
  Text a = random_text(100000, 1u << 30, 1);
  Text b = random_text(100000, 1u << 30, 2);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i % 8 < 3 || i % 8 == 5 || (i > 50000 && i < 50013)) b[i] = a[i];
  ASSERT_GT(a.size() * b.size(), Aligner::kMostCells);
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_begin, 0u);
  EXPECT_GT(found[0].identity(), 0.49);
}

// What is equal in order in all of two such texts is their square to count: here, a minute.
TEST(Align, LongTextsThatChanceJoinsTakeNoTime) {
  constexpr std::uint32_t kWords = 1'100'000;
  constexpr std::uint32_t kShared = 50'000;  // a run of 14 words begins in each so many
  Text a = random_text(kWords, 20000, 1);
  Text b = random_text(kWords, 20000, 2);
  std::vector<Seed> seeds;
  for (std::uint32_t i = 0; i < kWords; ++i) {
    if (i % 11 < 3 || i % kShared < 14) b[i] = a[i];
    if (i % kShared == 0) seeds.push_back({i, i});
  }
  std::vector<WordSpans> found;
  Aligner({}).align(FiveLetterWords(a), FiveLetterWords(b), seeds, found);
  EXPECT_EQ(found.size(), kWords / kShared);
}

TEST(Align, ChanceAtItsEndsIsNoPartOfAPassage) {
  Text a = random_text(300, 100000, 1);
  Text b = random_text(300, 100000, 2);
  std::copy_n(a.begin() + 100, 30, b.begin() + 200);
  std::copy_n(a.begin() + 137, 3, b.begin() + 237);
  std::copy_n(a.begin() + 90, 3, b.begin() + 192);
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_begin, 100u);
  EXPECT_EQ(found[0].a_end, 130u);
  EXPECT_EQ(found[0].b_end, 230u);
}

TEST(Align, SwappedSentencesStayOnePassage) {
  const Text a = random_text(300, 100000, 1);
  Text b = random_text(300, 100000, 2);
  std::copy_n(a.begin() + 100, 20, b.begin() + 120);
  std::copy_n(a.begin() + 120, 20, b.begin() + 100);
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].a_words(), 40u);
  EXPECT_EQ(found[0].b_words(), 40u);
  EXPECT_EQ(found[0].equal, 40u);
}

// Both texts have a licence; one says its first sentence once more, a licence's length behind it. That is not one
// passage, with all that stands between.
TEST(Align, WhatIsSaidAgainDoesNotStretchAPassage) {
  Text a = random_text(1000, 100000, 1);
  Text b = random_text(400, 100000, 2);
  std::copy_n(a.begin() + 100, 300, b.begin() + 50);
  std::copy_n(a.begin() + 100, 20, a.begin() + 600);
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].a_begin, 100u);
  EXPECT_EQ(found[0].a_end, 400u);
  EXPECT_EQ(found[0].b_words(), 300u);
  EXPECT_EQ(found[1].a_begin, 600u);
  EXPECT_EQ(found[1].a_end, 620u);
  EXPECT_EQ(found[1].b_begin, 50u);
}

// One text quotes the other sentence by sentence and says more between them each time: so much that is its own is in
// no passage.
TEST(Align, QuotationsFarApartAreNotOnePassage) {
  const Text source = random_text(200, 100000, 1);
  Text quoting;
  for (std::uint32_t i = 0; i < 10; ++i) {
    quoting.insert(quoting.end(), source.begin() + 20 * i, source.begin() + 20 * (i + 1));
    const Text own = random_text(25u << i, 100000, 10 + i);
    quoting.insert(quoting.end(), own.begin(), own.end());
  }
  for (const WordSpans& spans : passages(quoting, source)) EXPECT_GE(spans.identity(), kAlike);
}

// Fields of a form read alike, and what is filled in does not.
TEST(Align, FieldsOfAFormAreNotOnePassage) {
  const Text field = random_text(25, 100000, 1);
  const auto form = [&](std::uint64_t seed) {
    Text text;
    for (std::uint64_t i = 0; i < 40; ++i) {
      const Text own = random_text(30 + 3 * i, 100000, 100 * seed + i);
      text.insert(text.end(), own.begin(), own.end());
      text.insert(text.end(), field.begin(), field.end());
    }
    return text;
  };
  const auto found = passages(form(2), form(3));
  EXPECT_GE(found.size(), 40u);
  EXPECT_LE(found.size(), 120u);
  for (const WordSpans& spans : found) EXPECT_GE(spans.identity(), kAlike);
}

// Comparing each passage with each took 23 seconds.
TEST(Align, FortyThousandPassagesTakeNoTime) {
  constexpr std::uint32_t kPassages = 40000;
  constexpr std::uint32_t kEvery = 34;  // words
  Text a = random_text(kPassages * kEvery, 1u << 30, 1);
  Text b = random_text(kPassages * kEvery, 1u << 30, 2);
  std::vector<Seed> seeds;
  for (std::uint32_t i = 0; i < kPassages; ++i) {
    const std::uint32_t at = i * kEvery;
    const std::uint32_t to = i * 7919u % kPassages * kEvery;
    std::copy_n(a.begin() + at, 14, b.begin() + to);
    seeds.push_back({at, to});
  }
  std::vector<WordSpans> found;
  Aligner({}).align(FiveLetterWords(a), FiveLetterWords(b), seeds, found);
  EXPECT_EQ(found.size(), kPassages);
}

TEST(Align, FarPassagesStayApart) {
  const Text a = random_text(1000, 100000, 1);
  Text b = random_text(1000, 100000, 2);
  std::copy_n(a.begin() + 100, 30, b.begin() + 500);
  std::copy_n(a.begin() + 400, 30, b.begin() + 100);
  const auto found = passages(a, b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].a_begin, 100u);
  EXPECT_EQ(found[0].b_begin, 500u);
  EXPECT_EQ(found[1].a_begin, 400u);
}

}  // namespace
}  // namespace textkin::align
