#include "align/runs_in_order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace textkin::align {
namespace {

bool follows(const CommonRun& next, const CommonRun& run) { return run.a_end() <= next.a && run.b_end() <= next.b; }

std::uint32_t words_of(std::span<const CommonRun> runs) {
  std::uint32_t sum = 0;
  for (const CommonRun& run : runs) sum += run.length;
  return sum;
}

// Words of the best chain, by every set of runs.
std::uint32_t best_of_all_sets(std::span<const CommonRun> runs) {
  std::uint32_t best = 0;
  for (std::uint32_t set = 0; set < 1u << runs.size(); ++set) {
    std::vector<CommonRun> chosen;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if ((set >> i & 1) != 0) chosen.push_back(runs[i]);
    const auto broken = [](const CommonRun& x, const CommonRun& y) { return !follows(y, x); };
    if (std::ranges::adjacent_find(chosen, broken) == chosen.end()) best = std::max(best, words_of(chosen));
  }
  return best;
}

RC_GTEST_PROP(RunsInOrder, AreTheBestOfAllSets, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 11);
  std::vector<CommonRun> runs;
  while (runs.size() < count)
    runs.push_back({*rc::gen::inRange(0u, 30u), *rc::gen::inRange(0u, 30u), *rc::gen::inRange(1u, 9u)});
  std::ranges::sort(runs, {}, [](const CommonRun& run) { return std::pair(run.a, run.b); });
  const std::vector<CommonRun> chosen = runs_in_order(runs);
  for (std::size_t i = 1; i < chosen.size(); ++i) RC_ASSERT(follows(chosen[i], chosen[i - 1]));
  for (const CommonRun& run : chosen) RC_ASSERT(std::ranges::find(runs, run) != runs.end());
  RC_ASSERT(words_of(chosen) == best_of_all_sets(runs));
}

}  // namespace
}  // namespace textkin::align
