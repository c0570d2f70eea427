// Words that are not counted: templates in texts, and passages cut around them.

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "align/counted_words.h"
#include "align/exclusions/own_passages.h"
#include "align/exclusions/template_words.h"

namespace textkin::align {
namespace {

using Text = std::vector<std::uint64_t>;
using Runs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A text of words of ten letters, one behind the other.
struct TenLetterWords {
  explicit TenLetterWords(Text text) : words(std::move(text)) {
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      begin.push_back(i * 11);
      end.push_back(i * 11 + 10);
    }
  }
  PlacedWords view() const { return {words, begin, end}; }
  Text words;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> end;
};

Text numbered(std::uint64_t from, std::size_t count) {
  Text out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(from + i);
  return out;
}

Text joined(std::initializer_list<Text> parts) {
  Text out;
  for (const Text& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Runs found(const Text& given, const Text& text, std::set<std::size_t> line_starts = {0}) {
  std::vector<bool> starts(given.size());
  for (const std::size_t at : line_starts) starts[at] = true;
  TemplateWords words;
  words.add(given, starts);
  words.index();
  Runs out;
  words.find(text, out);
  return out;
}

TEST(TemplateWords, WholePartsAndReordered) {
  const Text given = numbered(100, 30);
  EXPECT_EQ(found(given, given), (Runs{{0, 30}}));
  EXPECT_EQ(found(given, joined({numbered(1, 5), given, numbered(7, 2)})), (Runs{{5, 35}}));
  EXPECT_EQ(found(given, joined({numbered(115, 15), numbered(1, 9), numbered(100, 15)})), (Runs{{0, 15}, {24, 39}}));
  EXPECT_EQ(found(given, numbered(1, 50)), Runs());
  EXPECT_EQ(found(given, {}), Runs());
}

TEST(TemplateWords, AnswersBetweenItsWordsStay) {
  const Text given = numbered(100, 20);
  for (std::size_t answer = 1; answer < 12; ++answer) {
    const Text text = joined({numbered(100, 10), numbered(1, answer), numbered(110, 10)});
    const auto end = static_cast<std::uint32_t>(10 + answer);
    EXPECT_EQ(found(given, text), (Runs{{0, 10}, {end, end + 10}})) << answer;
  }
}

TEST(TemplateWords, ChangedWordsDoNot) {
  Text text = numbered(100, 30);
  text[10] = 1;
  text[15] = 2;
  text[19] = 3;
  EXPECT_EQ(found(numbered(100, 30), text), (Runs{{0, 30}})) << "runs of 4 and 3 words between them";
  text.erase(text.begin() + 3);
  EXPECT_EQ(found(numbered(100, 30), text), (Runs{{0, 29}})) << "one left out";
  EXPECT_EQ(found(numbered(100, 20), joined({numbered(100, 8), numbered(1, 3), numbered(111, 9)})),
            (Runs{{0, 8}, {11, 20}}))
      << "three words instead of three are an answer";
}

TEST(TemplateWords, ShortRunsStandInProseToo) {
  const Text given = numbered(100, 40);
  EXPECT_EQ(found(given, joined({numbered(1, 9), numbered(110, 5), numbered(20, 9)})), Runs());
  EXPECT_EQ(found(given, joined({numbered(1, 9), numbered(110, 6), numbered(20, 9)})), (Runs{{9, 15}}));
}

TEST(TemplateWords, ShortLinesAreFoundWhole) {
  const Text given = joined({numbered(100, 3), numbered(200, 20)});
  const std::set<std::size_t> starts{0, 3};
  EXPECT_EQ(found(given, joined({numbered(1, 4), numbered(100, 3), numbered(9, 4)}), starts), (Runs{{4, 7}}));
  EXPECT_EQ(found(given, joined({numbered(1, 4), numbered(100, 2), numbered(9, 4)}), starts), Runs());
  EXPECT_EQ(found(given, joined({numbered(1, 4), numbered(200, 3), numbered(9, 4)}), starts), Runs());
}

TEST(TemplateWords, RunsDoNotSpanTwoTemplates) {
  TemplateWords words;
  words.add(numbered(100, 4), {true, false, false, false});
  words.add(numbered(104, 4), {true, false, false, false});
  words.index();
  EXPECT_EQ(words.size(), 8u);
  Runs out;
  words.find(joined({numbered(1, 3), numbered(102, 4), numbered(8, 3)}), out);
  EXPECT_EQ(out, Runs());
}

CountedWords counting(const Text& text, const Runs& excluded) {
  std::vector<ExcludedSpan> spans;
  for (const auto& [begin, end] : excluded) spans.push_back({ExclusionKind::kTemplate, begin, end - begin, 0, 0});
  CountedWords out;
  out.set(static_cast<std::uint32_t>(text.size()), spans, only(ExclusionKind::kTemplate));
  return out;
}

TEST(CountedWords, AsASetOfWords) {
  auto chance = [random = std::mt19937(7)]() mutable { return static_cast<std::uint32_t>(random()); };
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t words = chance() % 60;
    std::set<std::uint32_t> left;
    for (std::uint32_t i = 0; i < words; ++i) left.insert(i);
    std::vector<ExcludedSpan> spans;
    for (std::uint32_t i = chance() % 4; i > 0 && words > 0; --i) {
      const std::uint32_t first = chance() % words;
      const std::uint32_t length = chance() % (words - first) + 1;
      const auto kind = static_cast<ExclusionKind>(chance() % kExclusionKinds);
      spans.push_back({kind, first, length, 0, 0});
      if (kind == ExclusionKind::kTemplate || kind == ExclusionKind::kCommon)
        for (std::uint32_t word = first; word < first + length; ++word) left.erase(word);
    }
    CountedWords counted;
    counted.set(words, spans, only(ExclusionKind::kTemplate) | only(ExclusionKind::kCommon));
    ASSERT_EQ(counted.total(), left.size());
    for (std::uint32_t i = 0; i < words; ++i) ASSERT_EQ(counted.counts(i), left.contains(i));
    std::vector<WordSpan> of;
    std::set<std::uint32_t> in;
    for (std::uint32_t i = chance() % 5; i > 0 && words > 0; --i) {
      const std::uint32_t begin = chance() % words;
      const std::uint32_t end = begin + chance() % (words - begin) + 1;
      of.emplace_back(begin, end);
      for (std::uint32_t word = begin; word < end; ++word)
        if (left.contains(word)) in.insert(word);
    }
    ASSERT_EQ(counted.in_union(of), in.size());
  }
}

// What is left of the passages of two texts.
std::vector<WordSpans> cut(const Text& a, const Runs& in_a, const Text& b, const Runs& in_b,
                           std::vector<WordSpans> passages) {
  const TenLetterWords x(a);
  const TenLetterWords y(b);
  OwnPassages own({});
  own.cut(x.view(), y.view(), counting(a, in_a), counting(b, in_b), passages);
  return passages;
}

std::uint32_t counted(const std::vector<WordSpans>& passages, const Text& a, const Runs& in_a, const Text& b,
                      const Runs& in_b) {
  const CountedWords of_a = counting(a, in_a);
  const CountedWords of_b = counting(b, in_b);
  std::uint32_t most = 0;
  for (const WordSpans& x : passages)
    most = std::max(most, std::min(of_a.in(x.a_begin, x.a_end), of_b.in(x.b_begin, x.b_end)));
  return most;
}

TEST(OwnPassages, OtherAnswersInTheSameTemplateCountForNothing) {
  const Text a = joined({numbered(100, 20), numbered(1, 5), numbered(120, 20)});
  const Text b = joined({numbered(100, 20), numbered(51, 4), numbered(120, 20)});
  const Runs in_a{{0, 20}, {25, 45}};
  const Runs in_b{{0, 20}, {24, 44}};
  const std::vector<WordSpans> left = cut(a, in_a, b, in_b, {{0, 45, 0, 44, 40, 20}});
  EXPECT_EQ(counted(left, a, in_a, b, in_b), 0u);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(std::tuple(left[0].a_begin, left[0].a_end, left[0].b_begin, left[0].b_end), std::tuple(0u, 20u, 0u, 20u));
  EXPECT_EQ(std::tuple(left[1].a_begin, left[1].a_end, left[1].b_begin, left[1].b_end), std::tuple(25u, 45u, 24u, 44u));
}

TEST(OwnPassages, IdenticalTextsStayWhole) {
  const Text a = joined({numbered(100, 20), numbered(1, 3), numbered(120, 20)});
  const Runs excluded{{0, 20}, {23, 43}};
  const std::vector<WordSpans> left = cut(a, excluded, a, excluded, {{0, 43, 0, 43, 43, 43}});
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(counted(left, a, excluded, a, excluded), 3u);
  EXPECT_EQ(left[0].a_words(), 43u);
}

TEST(OwnPassages, WhatIsCopiedBesideATemplateCounts) {
  const Text a = joined({numbered(100, 30), numbered(1, 20), numbered(130, 30), numbered(500, 9)});
  const Text b = joined({numbered(100, 30), numbered(1, 20), numbered(130, 30), numbered(600, 9)});
  const Runs excluded{{0, 30}, {50, 80}};
  const std::vector<WordSpans> left = cut(a, excluded, b, excluded, {{0, 80, 0, 80, 80, 80}});
  EXPECT_EQ(counted(left, a, excluded, b, excluded), 20u);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].a_words(), 80u) << "the template beside it stays in the passage";
}

TEST(OwnPassages, AWordOrTwoBesideAQuotationCountForNothing) {
  const Text a = joined({numbered(1, 2), numbered(100, 30), numbered(500, 20)});
  const Text b = joined({numbered(1, 2), numbered(100, 30), numbered(600, 20)});
  const Runs excluded{{2, 32}};
  EXPECT_EQ(counted(cut(a, excluded, b, excluded, {{0, 32, 0, 32, 32, 32}}), a, excluded, b, excluded), 0u);
}

TEST(OwnPassages, ExcludedOnOneSideIsEnough) {
  const Text a = joined({numbered(100, 30), numbered(500, 20)});
  const Text b = joined({numbered(100, 30), numbered(600, 20)});
  const std::vector<WordSpans> left = cut(a, {{0, 30}}, b, {}, {{0, 30, 0, 30, 30, 30}});
  EXPECT_EQ(counted(left, a, {{0, 30}}, b, {}), 0u);
  ASSERT_EQ(left.size(), 1u) << "it is still shown";
  EXPECT_EQ(left[0].a_words(), 30u);
}

// Whatever is excluded: passages lie in the old ones, none counts that has no run of equal words that count, and a run
// of the guarantee's length of such words is in a passage that counts.
TEST(OwnPassages, RandomTextsAndExclusions) {
  auto chance = [random = std::mt19937(11)]() mutable { return static_cast<std::uint32_t>(random()); };
  int runs_seen = 0;
  for (int round = 0; round < 400; ++round) {
    Text a = numbered(1000, 120);
    Text b = a;
    for (std::uint64_t& word : b)
      if (chance() % 8 == 0) word = 5000 + chance() % 50;
    const auto some = [&] {
      Runs out;
      for (std::uint32_t at = chance() % 30; at + 3 < 120; at += 5 + chance() % 40) {
        const std::uint32_t end = std::min(120u, at + 1 + chance() % 25);
        out.emplace_back(at, end);
        at = end;
      }
      return out;
    };
    const Runs in_a = some();
    const Runs in_b = chance() % 2 == 0 ? in_a : some();
    const CountedWords of_a = counting(a, in_a);
    const CountedWords of_b = counting(b, in_b);
    const std::vector<WordSpans> left = cut(a, in_a, b, in_b, {{0, 120, 0, 120, 100, 20}});
    for (const WordSpans& x : left) {
      ASSERT_LE(x.a_end, 120u);
      ASSERT_LE(x.b_end, 120u);
      ASSERT_LT(x.a_begin, x.a_end);
      ASSERT_LT(x.b_begin, x.b_end);
      ASSERT_LE(x.equal, std::min(x.a_words(), x.b_words()));
    }
    for (std::uint32_t i = 0; i + 12 <= 120; ++i) {
      bool run = of_a.in(i, i + 12) == 12 && of_b.in(i, i + 12) == 12;
      for (std::uint32_t j = i; run && j < i + 12; ++j) run = a[j] == b[j];
      if (!run) continue;
      ++runs_seen;
      ASSERT_TRUE(std::ranges::any_of(left,
                                      [&](const WordSpans& x) {
                                        return x.a_begin <= i && i + 12 <= x.a_end && x.b_begin <= i &&
                                               i + 12 <= x.b_end;
                                      }))
          << round << " word " << i;
    }
  }
  EXPECT_GT(runs_seen, 500);
}

}  // namespace
}  // namespace textkin::align
