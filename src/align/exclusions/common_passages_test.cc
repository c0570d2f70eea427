#include "align/exclusions/common_passages.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace textkin::align {
namespace {

TEST(CommonPassages, AsSetsOfOthersForEachWord) {
  auto chance = [random = std::mt19937(5)]() mutable { return static_cast<std::uint32_t>(random()); };
  std::uint64_t words = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Passage> passages;
    std::map<DocId, std::map<std::uint32_t, std::set<DocId>>> others;
    for (std::uint32_t i = chance() % 40; i > 0; --i) {
      Passage x{.a = chance() % 4, .b = 4 + chance() % 6};
      x.a_first_word = chance() % 30;
      x.b_first_word = chance() % 30;
      x.a_words = 1 + chance() % 10;
      x.b_words = 1 + chance() % 10;
      for (std::uint32_t word = 0; word < x.a_words; ++word) others[x.a][x.a_first_word + word].insert(x.b);
      for (std::uint32_t word = 0; word < x.b_words; ++word) others[x.b][x.b_first_word + word].insert(x.a);
      passages.push_back(x);
    }
    const std::uint32_t most = 1 + chance() % 3;
    CommonPassages common;
    common.find(passages, {.all = most});
    std::uint64_t sum = 0;
    for (DocId doc = 0; doc < 10; ++doc) {
      std::set<std::uint32_t> expected;
      for (const auto& [word, with] : others[doc])
        if (with.size() > most) expected.insert(word);
      std::set<std::uint32_t> found;
      std::uint32_t done = 0;
      for (const WordRange& range : common.of(doc)) {
        ASSERT_GE(range.first, done);
        done = range.first + range.words;
        for (std::uint32_t word = range.first; word < done; ++word) found.insert(word);
      }
      ASSERT_EQ(found, expected);
      sum += expected.size();
    }
    ASSERT_EQ(common.words(), sum);
    words += sum;
  }
  EXPECT_GT(words, 1000u);
}

}  // namespace
}  // namespace textkin::align
