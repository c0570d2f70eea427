#include "engine/index/short_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "archive/band_keys.h"
#include "join/sets/set_sizes.h"

namespace textkin::engine::index {
namespace {

using Sets = std::vector<std::vector<Feature>>;

// Counts how often it is asked.
class CountedLists final : public archive::KeyLists {
 public:
  explicit CountedLists(const Sets& sets) : lists_(records_of(sets)) {}

  std::uint64_t size(std::uint32_t list) const override { return lists_.size(list); }
  Result<Range> range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const override {
    ++looks;
    return lists_.range(list, low, high);
  }
  Status append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                          std::vector<DocId>& out) const override {
    return lists_.append_documents(list, begin, end, out);
  }

  mutable std::uint64_t looks = 0;

 private:
  static archive::KeyRecords records_of(const Sets& sets) {
    archive::KeyRecords records;
    for (DocId number = 0; number < sets.size(); ++number)
      for (const Feature feature : sets[number])
        records[archive::kFeatureList].push_back({.value = number, .key = feature});
    return records;
  }

  archive::MemoryLists lists_;
};

std::vector<Feature> some_set(std::mt19937_64& random, std::size_t size, std::uint64_t of) {
  std::vector<Feature> set(size);
  for (Feature& feature : set) feature = random() % of;
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

std::vector<DocId> found_by(const CountedLists& lists, FeatureView set, const Question& question) {
  archive::KeyDirectory keys;
  keys.add(std::shared_ptr<const archive::KeyLists>(&lists, [](const archive::KeyLists*) {}));
  std::vector<DocId> found;
  EXPECT_EQ(ask_short_sets(keys, set, question, join::Part::kEither, found).value(),
            join::probe_prefix(set.size(), question.threshold));
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

TEST(ShortSets, AllThatAreAlikeAreFound) {
  std::mt19937_64 random(7);
  std::uint64_t alike = 0;
  for (int round = 0; round < 300; ++round) {
    Sets sets;
    for (int i = 0; i < 60; ++i) sets.push_back(some_set(random, 1 + random() % 12, 14));
    const CountedLists lists(sets);
    const Question question{.threshold = join::Threshold(0.3 + 0.1 * static_cast<double>(random() % 7))};
    // Some of its features are in no document.
    const std::vector<Feature> asked = some_set(random, 1 + random() % 14, 20);
    const std::vector<DocId> found = found_by(lists, asked, question);
    for (DocId number = 0; number < sets.size(); ++number) {
      std::vector<Feature> shared;
      std::ranges::set_intersection(asked, sets[number], std::back_inserter(shared));
      if (shared.size() < join::required_overlap(asked.size(), sets[number].size(), question.threshold)) continue;
      ++alike;
      EXPECT_TRUE(std::ranges::binary_search(found, number)) << round << " " << number;
    }
  }
  EXPECT_GT(alike, 200);
}

// A look is a page of a file, which most of the time is not in memory.
TEST(ShortSets, AsManyLooksAsAreNeededWhereNothingIsAlike) {
  std::mt19937_64 random(8);
  Sets sets;
  for (int i = 0; i < 100; ++i) sets.push_back(some_set(random, 40, std::uint64_t{1} << 62));
  const CountedLists lists(sets);
  const std::vector<Feature> asked = some_set(random, 50, std::uint64_t{1} << 62);
  const Question question{.threshold = join::Threshold(0.8)};
  EXPECT_TRUE(found_by(lists, asked, question).empty());
  EXPECT_EQ(lists.looks, join::probe_prefix(50, question.threshold));
  EXPECT_LT(lists.looks, 15u);
  lists.looks = 0;
  EXPECT_EQ(found_by(lists, sets[3], question), std::vector<DocId>{3});
  EXPECT_EQ(lists.looks, sets[3].size());
}

}  // namespace
}  // namespace textkin::engine::index
