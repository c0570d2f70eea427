#include "engine/shared/shared_passages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace textkin::engine::shared {
namespace {

// Words [first, first + words) of a, and as many of b from word 200 on.
Passage passage(DocId a, DocId b, std::uint32_t first = 0, std::uint32_t words = 100) {
  Passage x;
  x.a = a;
  x.b = b;
  x.a_first_word = first;
  x.b_first_word = 200;
  x.a_words = x.b_words = words;
  return x;
}

std::vector<SharedPassage> found(const std::vector<Passage>& passages, Compared compared) {
  return shared_passages(passages, SharedPlaces(passages), kManyDocuments, compared);
}

TEST(SharedPassages, FourOfAClassHaveItFromOneOfAnArchive) {
  const std::vector<Passage> passages{passage(0, 9), passage(1, 9), passage(2, 9), passage(3, 9)};
  const std::vector<SharedPassage> told = found(passages, Compared::kNotAll);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].documents, 5u);
  EXPECT_EQ(told[0].words, 100u);
  ASSERT_EQ(told[0].places.size(), 5u);
  EXPECT_EQ(told[0].places[4].doc, 9u);
  EXPECT_EQ(found({passage(0, 9), passage(1, 9), passage(2, 9)}, Compared::kNotAll).size(), 0u);
}

// None of them has a passage with four others.
TEST(SharedPassages, WhoDidNotMeetIsOneOfThem) {
  std::vector<Passage> passages;
  for (const DocId hand_in : {0u, 1u, 2u})
    for (const DocId old : {7u, 8u, 9u}) passages.push_back(passage(hand_in, old));
  const std::vector<SharedPassage> told = found(passages, Compared::kNotAll);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].documents, 6u);
}

// Two that each share a part with a third have nothing of each other.
TEST(SharedPassages, WhoHasAnotherPartHasItNot) {
  std::vector<Passage> passages{passage(0, 9), passage(1, 9), passage(2, 9)};
  for (const DocId other : {3u, 4u}) {
    passages.push_back(passage(other, 9));
    passages.back().b_first_word = 260;
  }
  EXPECT_EQ(found(passages, Compared::kNotAll).size(), 0u);
}

// The first has running heads among the words.
TEST(SharedPassages, WordsAreThoseThatMostHave) {
  std::vector<Passage> passages;
  for (const DocId other : {1u, 2u, 3u, 4u}) {
    passages.push_back(passage(0, other));
    passages.back().a_words = 118;
    for (const DocId further : {2u, 3u, 4u})
      if (other < further) passages.push_back(passage(other, further, 200));
  }
  const std::vector<SharedPassage> told = found(passages, Compared::kAll);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].documents, 5u);
  EXPECT_EQ(told[0].words, 100u);
  EXPECT_EQ(told[0].whole, 5u);
  EXPECT_EQ(told[0].places[0].words, (align::WordSpan{0, 118}));
}

TEST(SharedPassages, WhoHasAHalfHasNotAll) {
  std::vector<Passage> passages;
  for (const DocId doc : {0u, 1u, 2u, 3u})
    for (const DocId other : {1u, 2u, 3u, 4u})
      if (doc < other) passages.push_back(passage(doc, other, doc == 0 ? 0 : 200, other == 4 ? 51 : 100));
  const std::vector<SharedPassage> told = found(passages, Compared::kAll);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].words, 100u);
  EXPECT_EQ(told[0].documents, 5u);
  EXPECT_EQ(told[0].whole, 4u);
}

}  // namespace
}  // namespace textkin::engine::shared
