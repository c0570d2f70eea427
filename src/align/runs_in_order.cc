#include "align/runs_in_order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

namespace textkin::align {
namespace {

constexpr std::uint32_t kNoneBefore = std::numeric_limits<std::uint32_t>::max();

// The best chains of those seen by the places in b where they end (Fenwick tree of prefix maxima).
class BestChains {
 public:
  struct Chain {
    std::uint32_t words = 0;
    std::uint32_t last = kNoneBefore;
  };

  explicit BestChains(std::span<const CommonRun> runs) {
    for (const CommonRun& run : runs) ends_.push_back(run.b_end());
    std::ranges::sort(ends_);
    ends_.erase(std::ranges::unique(ends_).begin(), ends_.end());
    tree_.resize(ends_.size() + 1);
  }

  void add(std::uint32_t b_end, const Chain& chain) {
    const auto rank = std::ranges::lower_bound(ends_, b_end) - ends_.begin();
    for (std::size_t node = static_cast<std::size_t>(rank) + 1; node < tree_.size(); node += node & -node)
      if (chain.words > tree_[node].words) tree_[node] = chain;
  }

  // The best of those that end at `b` or before.
  Chain until(std::uint32_t b) const {
    Chain best;
    for (auto node = static_cast<std::size_t>(std::ranges::upper_bound(ends_, b) - ends_.begin()); node > 0;
         node -= node & -node)
      if (tree_[node].words > best.words) best = tree_[node];
    return best;
  }

 private:
  std::vector<std::uint32_t> ends_;
  std::vector<Chain> tree_;
};

}  // namespace

std::vector<CommonRun> runs_in_order(std::span<const CommonRun> runs) {
  std::vector<std::uint32_t> by_end(runs.size());
  std::iota(by_end.begin(), by_end.end(), 0u);
  std::ranges::stable_sort(by_end, {}, [&](std::uint32_t run) { return runs[run].a_end(); });
  std::vector<BestChains::Chain> chains(runs.size());  // that end with each run; `last` is the run before it
  BestChains ended(runs);
  std::size_t next = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    // What has ended before this one begins has begun before it, and so has a chain.
    for (; next < by_end.size() && runs[by_end[next]].a_end() <= runs[i].a; ++next)
      ended.add(runs[by_end[next]].b_end(), {chains[by_end[next]].words, by_end[next]});
    chains[i] = ended.until(runs[i].b);
    chains[i].words += runs[i].length;
  }
  std::vector<CommonRun> out;
  const auto best = std::ranges::max_element(chains, {}, &BestChains::Chain::words);
  for (auto at = best == chains.end() ? kNoneBefore : static_cast<std::uint32_t>(best - chains.begin());
       at != kNoneBefore; at = chains[at].last)
    out.push_back(runs[at]);
  std::ranges::reverse(out);
  return out;
}

}  // namespace textkin::align
