#include "join/sets/sets_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

// Groups of one to four of all documents, shuffled.
struct Groups {
  std::vector<DocId> documents;
  std::vector<std::uint64_t> begin{0};
};

Groups groups_of(const Sets& sets, std::uint64_t seed) {
  Groups groups;
  groups.documents = random_order(seed, sets.size()).rank;
  while (groups.begin.back() < sets.size())
    groups.begin.push_back(std::min<std::uint64_t>(sets.size(), groups.begin.back() + 1 + groups.begin.back() % 4));
  return groups;
}

void expect_held(const SetsAhead& ahead, const Groups& groups, std::size_t from, std::size_t to, const Sets& sets) {
  for (std::uint64_t place = groups.begin[from]; place < groups.begin[to]; ++place) {
    const FeatureView set = ahead.at(place);
    ASSERT_TRUE(std::ranges::equal(set, sets[groups.documents[place]]));
  }
}

TEST(SetsAhead, HoldsAllGroupsInTurnAndAsksForThemInAscendingOrder) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Sets sets = alike_sets(seed, 300, 40, 4);
    const Groups groups = groups_of(sets, seed);
    for (const std::uint64_t memory : {std::uint64_t{1} << 20, std::uint64_t{6000}}) {
      FeatureSources sources = set_sources(sets, 1, kNoDoc, false);
      SetsAhead ahead(sources, memory);
      std::size_t turns = 0;
      for (std::size_t from = 0; from + 1 < groups.begin.size(); ++turns) {
        std::vector<DocId>& asked = static_cast<SetSource&>(*sources[0]).asked;
        asked.clear();
        const auto to = ahead.bring(groups.documents, groups.begin, from, 100);
        ASSERT_TRUE(to.ok());
        ASSERT_GT(*to, from);
        ASSERT_TRUE(std::ranges::is_sorted(asked));
        ASSERT_NO_FATAL_FAILURE(expect_held(ahead, groups, from, *to, sets)) << seed << " " << memory;
        from = *to;
      }
      EXPECT_EQ(turns == 1, memory > 6000);
      EXPECT_LE(reads_of(sources), sets.size());
    }
  }
}

TEST(SetsAhead, PassesOverLargeGroupsAndWhatMemoryDoesNotHold) {
  const Sets sets(10, range_set(0, 1000));
  const std::vector<DocId> documents{9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  const std::vector<std::uint64_t> begin{0, 2, 8, 10};
  FeatureSources sources = set_sources(sets, 2, kNoDoc, false);
  SetsAhead all(sources, 1u << 20);
  EXPECT_EQ(*all.bring(documents, begin, 0, 6), 3u);
  EXPECT_EQ(all.at(1).size(), 1000u);
  EXPECT_EQ(all.at(2).data(), nullptr);
  EXPECT_EQ(all.at(9).size(), 1000u);
  EXPECT_EQ(reads_of(sources), 4u);

  SetsAhead two(sources, 20000);
  EXPECT_EQ(*two.bring(documents, begin, 0, 100), 1u);
  EXPECT_EQ(two.at(1).size(), 1000u);
  EXPECT_EQ(*two.bring(documents, begin, 1, 100), 2u) << "alone too large: on it goes, and without";
  EXPECT_EQ(two.at(1).data(), nullptr);
  EXPECT_EQ(two.at(2).data(), nullptr);
  EXPECT_EQ(*two.bring(documents, begin, 2, 100), 3u);
  EXPECT_EQ(two.at(8).size(), 1000u);
}

TEST(SetsAhead, ReadsNothingThatIsAtHandAndTellsWhatFails) {
  const Sets sets(10, range_set(0, 5));
  const std::vector<DocId> documents{1, 3, 5, 7};
  const std::vector<std::uint64_t> begin{0, 2, 4};
  FeatureSources at_hand = set_sources(sets, 2);
  SetsAhead none(at_hand, 1u << 20);
  EXPECT_EQ(*none.bring(documents, begin, 0, 100), 2u);
  EXPECT_EQ(none.at(0).data(), nullptr);
  EXPECT_EQ(reads_of(at_hand), 0u);
  FeatureSources broken = set_sources(sets, 2, 5, false);
  SetsAhead some(broken, 1u << 20);
  EXPECT_EQ(some.bring(documents, begin, 0, 100).status().code(), Code::kIo);
}

// Texts that the system has in memory cost no wait; one that it has not is read ahead with all others.
TEST(SetsAhead, PassesOverTextsThatAreAtHandAndAsksFewOfThem) {
  const Sets sets(200000, range_set(0, 5));
  std::vector<DocId> documents;
  std::vector<std::uint64_t> begin{0};
  for (DocId doc = 0; doc < sets.size(); ++doc) documents.push_back(static_cast<DocId>(sets.size()) - 1 - doc);
  while (begin.back() < sets.size()) begin.push_back(begin.back() + 4);
  std::vector<std::string> texts(sets.size(), std::string(1024, 'a'));
  FeatureSources sources;
  sources.push_back(std::make_unique<TextSource>(sets, texts));
  const TextSource& source = static_cast<const TextSource&>(*sources.front());
  SetsAhead ahead(sources, 1u << 30);
  std::size_t turns = 0;
  for (std::size_t from = 0; from + 1 < begin.size(); ++turns) {
    const auto to = ahead.bring(documents, begin, from, 100);
    ASSERT_TRUE(to.ok());
    ASSERT_GT(*to, from);
    ASSERT_LE(begin[*to] - begin[from], 1u << 16) << "what is at hand is asked again, now and then";
    for (std::uint64_t place = begin[from]; place < begin[*to]; ++place) ASSERT_EQ(ahead.at(place).data(), nullptr);
    from = *to;
  }
  EXPECT_EQ(source.reads, 0u);
  EXPECT_LE(source.texts, turns * 34);

  std::vector<std::string> shorter(sets.size(), std::string(1023, 'a'));
  FeatureSources short_sources;
  short_sources.push_back(std::make_unique<TextSource>(sets, shorter));
  SetsAhead of_short(short_sources, 1u << 30);
  EXPECT_EQ(*of_short.bring(documents, begin, 0, 100), begin.size() - 1) << "a read costs more than to hold so few";
  EXPECT_EQ(reads_of(short_sources), sets.size());

  std::ranges::fill(texts.begin(), texts.begin() + 100000, "");
  EXPECT_EQ(*ahead.bring(documents, begin, 0, 100), (1u << 16) / 4) << "documents of the second half come first";
  EXPECT_EQ(source.reads, 0u);
  EXPECT_EQ(*ahead.bring(documents, begin, (1u << 16) / 4, 100), begin.size() - 1);
  EXPECT_EQ(source.reads, sets.size() - (1u << 16));
  EXPECT_EQ(ahead.at(1u << 16).size(), 5u);
  EXPECT_EQ(ahead.at(sets.size() - 1).size(), 5u);
}

// A group is one step, however large it is, and texts of many bytes are not all asked.
TEST(SetsAhead, AsksOneOfTextsOfManyBytes) {
  const Sets sets(70000, range_set(0, 5));
  std::vector<DocId> documents;
  for (DocId doc = 0; doc < sets.size(); ++doc) documents.push_back(doc);
  std::vector<std::string> texts(sets.size());
  texts.front() = std::string(1u << 20, 'a');
  FeatureSources sources;
  sources.push_back(std::make_unique<TextSource>(sets, texts));
  SetsAhead ahead(sources, 1u << 30);
  EXPECT_EQ(*ahead.bring(documents, std::vector<std::uint64_t>{0, sets.size()}, 0, sets.size() + 1), 1u);
  EXPECT_EQ(static_cast<const TextSource&>(*sources.front()).texts, 1u);
  EXPECT_EQ(reads_of(sources), 0u);
}

}  // namespace
}  // namespace textkin::join
