#include "align/clusters_by_gap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace textkin::align {
namespace {

// Words of 1 to 9 characters, and a space behind each.
struct SomeWords {
  explicit SomeWords(std::size_t count) : words(count) {
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      begin.push_back(at);
      end.push_back(at += 1 + static_cast<std::uint32_t>(i * i % 9));
      ++at;
    }
  }
  operator PlacedWords() const { return {words, begin, end}; }
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> end;
};

std::uint32_t between(std::uint32_t begin, std::uint32_t end, std::uint32_t other_begin, std::uint32_t other_end) {
  return other_begin > end ? other_begin - end : begin > other_end ? begin - other_end : 0;
}

RC_GTEST_PROP(ClustersByGap, AreTheConnectedComponents, ()) {
  constexpr std::uint32_t kWords = 300;
  const SomeWords a(kWords), b(kWords + 50);
  const auto gap = *rc::gen::inRange(0u, 120u);
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  const std::uint32_t longest = *rc::gen::element(3u, 40u, 150u);
  std::vector<CommonRun> runs;
  while (runs.size() < count)
    runs.push_back({*rc::gen::inRange(0u, kWords - longest), *rc::gen::inRange(0u, kWords - longest),
                    *rc::gen::inRange(1u, longest)});
  std::ranges::sort(runs, {}, [](const CommonRun& run) { return std::tuple(run.a, run.b, run.length); });

  const auto near = [&](const CommonRun& x, const CommonRun& y) {
    return between(a.begin[x.a], a.end[x.a_end() - 1], a.begin[y.a], a.end[y.a_end() - 1]) <= gap &&
           between(b.begin[x.b], b.end[x.b_end() - 1], b.begin[y.b], b.end[y.b_end() - 1]) <= gap;
  };
  std::vector<std::size_t> least(runs.size());  // of the runs that each hangs together with
  std::iota(least.begin(), least.end(), std::size_t{0});
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (std::size_t j = 0; j < runs.size(); ++j)
        if (least[j] < least[i] && near(runs[i], runs[j])) {
          least[i] = least[j];
          any = true;
        }
  }
  std::vector<std::vector<CommonRun>> expected;
  for (std::size_t first = 0; first < runs.size(); ++first) {
    if (least[first] != first) continue;
    expected.emplace_back();
    for (std::size_t i = first; i < runs.size(); ++i)
      if (least[i] == first) expected.back().push_back(runs[i]);
  }

  const RunClusters clusters = clusters_by_gap(a, b, runs, gap);
  RC_ASSERT(clusters.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) RC_ASSERT(std::ranges::equal(clusters[i], expected[i]));
}

// Each of a text's characters stands in sixteen places of the other's: 16 runs a word, of which none are near.
TEST(ClustersByGap, CostThoseThatAreNearInBothTexts) {
  constexpr std::uint32_t kWords = 100'000;
  std::vector<std::uint64_t> words(kWords);
  std::vector<std::uint32_t> begin(kWords), end(kWords);
  std::iota(begin.begin(), begin.end(), 0u);
  std::iota(end.begin(), end.end(), 1u);
  const PlacedWords text{words, begin, end};
  std::vector<CommonRun> runs;
  for (std::uint32_t i = 0; i + 5 < kWords; ++i)
    for (std::uint32_t j = 0; j < 16; ++j) runs.push_back({i, (i * 7919u + j * 6007u) % (kWords - 5), 5});
  std::ranges::sort(runs, {}, [](const CommonRun& run) { return std::pair(run.a, run.b); });
  EXPECT_GT(clusters_by_gap(text, text, runs, 50).size(), 1u);
}

}  // namespace
}  // namespace textkin::align
