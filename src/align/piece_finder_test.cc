#include "align/piece_finder.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "align/aligner.h"
#include "align/common_words.h"
#include "hash/mix.h"

namespace textkin::align {
namespace {

using WordsOfText = std::vector<std::uint64_t>;

WordsOfText drawn_text(std::size_t length, std::uint64_t vocabulary, std::uint64_t seed) {
  WordsOfText text;
  for (std::size_t i = 0; i < length; ++i) text.push_back(hash::stream_word(seed, i) % vocabulary + 1);
  return text;
}

std::vector<Piece> pieces_of(const WordsOfText& a, const WordsOfText& b, std::uint32_t longest = 12) {
  std::vector<Piece> out;
  const WordSpans all{.a_begin = 0,
                      .a_end = static_cast<std::uint32_t>(a.size()),
                      .b_begin = 0,
                      .b_end = static_cast<std::uint32_t>(b.size()),
                      .longest = longest};
  const std::uint32_t words = PieceFinder().find(a, b, all, out);
  std::uint32_t sum = 0;
  for (const Piece& piece : out) sum += piece.words;
  EXPECT_EQ(words, sum);
  return out;
}

WordsOfText put_together(std::initializer_list<WordsOfText> parts) {
  WordsOfText out;
  for (const WordsOfText& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

TEST(PieceFinder, MovedSentencesCross) {
  const WordsOfText one = drawn_text(20, 1u << 30, 1), two = drawn_text(15, 1u << 30, 2),
                    three = drawn_text(9, 1u << 30, 3);
  EXPECT_EQ(pieces_of(put_together({one, two, three}), put_together({three, one, two})),
            (std::vector<Piece>{{0, 9, 35}, {35, 0, 9}}));
}

TEST(PieceFinder, OneSentenceThatStandsTwiceOnOneSideIsEqualOnce) {
  const WordsOfText one = drawn_text(20, 1u << 30, 1), other = drawn_text(30, 1u << 30, 2);
  EXPECT_EQ(pieces_of(put_together({one, other, one}), put_together({one, other})), (std::vector<Piece>{{0, 0, 50}}));
}

TEST(PieceFinder, SingleWordsCountNearEqualOnesAndNotFarFromThem) {
  WordsOfText a = drawn_text(100, 1u << 30, 1);
  WordsOfText b = a;
  for (const std::size_t at : {20u, 22u, 24u}) b[at] = at;  // changed words
  EXPECT_EQ(pieces_of(a, b), (std::vector<Piece>{{0, 0, 20}, {21, 21, 1}, {23, 23, 1}, {25, 25, 75}}));
  for (std::size_t at = 40; at < 60; ++at) b[at] = at;
  b[50] = a[50];  // alone in what was rewritten
  EXPECT_EQ(pieces_of(a, b).size(), 5u);
  EXPECT_EQ(pieces_of(a, b)[4], (Piece{60, 60, 40}));
}

TEST(PieceFinder, RepeatedTextsTakeNoSquareOfTheirLength) {
  const WordsOfText a(40000, 7);
  const WordsOfText b(30000, 7);
  EXPECT_EQ(pieces_of(a, b), (std::vector<Piece>{{0, 0, 30000}}));
  WordsOfText c = drawn_text(40000, 2, 1);
  const WordsOfText d = drawn_text(40000, 2, 2);
  std::uint32_t words = 0;
  for (const Piece& piece : pieces_of(c, d)) words += piece.words;
  EXPECT_GT(words, 20000u);
}

// What the aligner found already and what is searched for anew are the same pieces, byte for byte.
RC_GTEST_PROP(PieceFinder, RunsThatAreKnownChangeNothing, ()) {
  const auto vocabulary = *rc::gen::inRange(2, 200);
  auto a = drawn_text(*rc::gen::inRange(1, 300), vocabulary, *rc::gen::inRange(0, 1000));
  auto b = drawn_text(*rc::gen::inRange(1, 300), vocabulary, *rc::gen::inRange(0, 1000));
  for (int copies = *rc::gen::inRange(0, 6); copies > 0; --copies) {
    const auto from = *rc::gen::inRange<std::size_t>(0, a.size());
    const auto to = *rc::gen::inRange<std::size_t>(0, b.size());
    const auto words = std::min({*rc::gen::inRange<std::size_t>(3, 60), a.size() - from, b.size() - to});
    std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(from), words, b.begin() + static_cast<std::ptrdiff_t>(to));
  }
  std::vector<std::uint32_t> at_a(a.size()), at_b(b.size());
  for (std::uint32_t i = 0; i < a.size(); ++i) at_a[i] = i;
  for (std::uint32_t i = 0; i < b.size(); ++i) at_b[i] = i;
  std::vector<Seed> seeds;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < b.size(); ++j)
      if (a[i] == b[j]) seeds.push_back({i, j});
  Aligner aligner({.guarantee = 1, .min_length = 1});
  std::vector<WordSpans> passages;
  aligner.align({a, at_a, at_a}, {b, at_b, at_b}, seeds, passages);
  RC_CLASSIFY(!aligner.shared_runs().empty(), "runs are known");
  PieceFinder finder;
  for (const WordSpans& passage : passages) {
    std::vector<Piece> searched, known;
    const std::uint32_t words = PieceFinder().find(a, b, passage, searched);
    RC_ASSERT(finder.find(a, b, passage, known, aligner.shared_runs()) == words);
    RC_ASSERT(known == searched);
  }
}

RC_GTEST_PROP(PieceFinder, PiecesAreEqualAscendAndShareNoWord, ()) {
  const auto vocabulary = *rc::gen::inRange(1, 40);
  const auto a = drawn_text(*rc::gen::inRange(1, 120), vocabulary, *rc::gen::inRange(0, 1000));
  const auto b = drawn_text(*rc::gen::inRange(1, 120), vocabulary, *rc::gen::inRange(0, 1000));
  std::vector<bool> used(b.size());
  std::uint32_t end = 0;
  for (const Piece& piece : pieces_of(a, b, *rc::gen::inRange(0, 5))) {
    RC_ASSERT(piece.words > 0);
    RC_ASSERT(piece.a_first_word >= end);
    end = piece.a_first_word + piece.words;
    RC_ASSERT(end <= a.size() && piece.b_first_word + piece.words <= b.size());
    for (std::uint32_t i = 0; i < piece.words; ++i) {
      RC_ASSERT(a[piece.a_first_word + i] == b[piece.b_first_word + i]);
      RC_ASSERT(!used[piece.b_first_word + i]);
      used[piece.b_first_word + i] = true;
    }
  }
}

}  // namespace
}  // namespace textkin::align
