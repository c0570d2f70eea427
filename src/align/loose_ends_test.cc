#include "align/loose_ends.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kGuarantee = 12;

std::vector<std::uint64_t> whole_words(std::size_t count) { return std::vector<std::uint64_t>(count, 0); }

// The same, by its definition: of whole words: every run is looked at as often as one was dropped.
void drop_one_by_one(std::vector<CommonRun>& runs) {
  // Words between a run and the nearest of the others.
  const auto apart = [&](const CommonRun& run, std::uint32_t CommonRun::* side) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (const CommonRun& other : runs) {
      if (other == run) continue;
      const std::uint32_t end = run.*side + run.length;
      const std::uint32_t other_end = other.*side + other.length;
      least = std::min(least, other.*side > end       ? other.*side - end
                              : run.*side > other_end ? run.*side - other_end
                                                      : 0);
    }
    return least;
  };
  const auto outermost = [&](const CommonRun& run) {
    return std::ranges::all_of(runs, [&](const CommonRun& other) { return other.a >= run.a; }) ||
           std::ranges::all_of(runs, [&](const CommonRun& other) { return other.b >= run.b; }) ||
           std::ranges::all_of(runs, [&](const CommonRun& other) { return other.a_end() <= run.a_end(); }) ||
           std::ranges::all_of(runs, [&](const CommonRun& other) { return other.b_end() <= run.b_end(); });
  };
  while (runs.size() > 1) {
    const auto loose = std::ranges::find_if(runs, [&](const CommonRun& run) {
      return outermost(run) && run.length < kGuarantee &&
             2 * run.length < std::max(apart(run, &CommonRun::a), apart(run, &CommonRun::b));
    });
    if (loose == runs.end()) return;
    runs.erase(loose);
  }
}

RC_GTEST_PROP(LooseEnds, AreThoseOfTheDefinition, ()) {
  const auto words = whole_words(256);
  const std::uint32_t places = *rc::gen::inRange(2u, 200u);
  const auto count = *rc::gen::inRange<std::size_t>(0, 40);
  std::vector<CommonRun> runs;
  while (runs.size() < count)
    runs.push_back({*rc::gen::inRange(0u, places), *rc::gen::inRange(0u, places), *rc::gen::inRange(1u, 15u)});
  std::ranges::sort(runs, {}, [](const CommonRun& run) { return std::pair(run.a, run.b); });
  const auto same_place = [](const CommonRun& x, const CommonRun& y) { return x.a == y.a && x.b == y.b; };
  runs.erase(std::ranges::unique(runs, same_place).begin(), runs.end());
  std::vector<CommonRun> expected = runs;
  drop_one_by_one(expected);
  LooseEnds().drop(words, words, runs, kGuarantee);
  RC_ASSERT(runs == expected);
}

TEST(LooseEnds, WhatIsGuaranteedStaysWhereverItStands) {
  const auto words = whole_words(1000);
  std::vector<CommonRun> runs = {{0, 0, kGuarantee}, {100, 100, 2}, {500, 500, kGuarantee - 1}};
  LooseEnds().drop(words, words, runs, kGuarantee);
  EXPECT_EQ(runs, (std::vector<CommonRun>{{0, 0, kGuarantee}}));
}

TEST(LooseEnds, WhatLiesBetweenIsWeighedAndNotCounted) {
  // Between two runs of three stand seven words: as whole ones they are more than twice as many, as halves they are
  // not.
  const std::vector<CommonRun> runs = {{0, 0, 3}, {10, 10, 3}};
  for (const bool whole : {true, false}) {
    auto words = whole_words(13);
    for (std::size_t at = 3; at < 10 && !whole; ++at) words[at] = light_word(at, kWordWeight / 2);
    std::vector<CommonRun> left = runs;
    LooseEnds().drop(words, words, left, kGuarantee);
    EXPECT_EQ(left.size(), whole ? 1u : 2u);
  }
}

// Two texts that share 200,000 runs of three words, eight others between: each is loose once the one before it went.
TEST(LooseEnds, CostTheirNumberAndNotItsSquare) {
  constexpr std::uint32_t kRuns = 200'000;
  const auto words = whole_words(11 * kRuns);
  std::vector<CommonRun> runs;
  runs.reserve(kRuns);
  for (std::uint32_t i = 0; i < kRuns; ++i) runs.push_back({11 * i, 11 * i, 3});
  LooseEnds().drop(words, words, runs, kGuarantee);
  EXPECT_EQ(runs, (std::vector<CommonRun>{{11 * (kRuns - 1), 11 * (kRuns - 1), 3}}));
}

}  // namespace
}  // namespace textkin::align
