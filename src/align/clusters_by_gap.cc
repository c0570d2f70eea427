#include "align/clusters_by_gap.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace textkin::align {
namespace {

std::uint32_t distance(std::uint32_t begin, std::uint32_t end, std::uint32_t other_begin, std::uint32_t other_end) {
  if (other_begin > end) return other_begin - end;
  if (begin > other_end) return begin - other_end;
  return 0;
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Runs by the stretches of b that they reach: a hash table of lists. Where an alphabet has few characters, hundreds of
// runs are near to one in a, and hardly any of them in b as well. Those that reach many stretches are a list of their
// own: of a word without end, each run reaches them all.
class RunsByStretch {
 public:
  RunsByStretch(std::size_t runs, std::uint32_t gap)
      : width_(std::max(kLeastWidth, gap + 1)), first_(std::bit_ceil(runs), kEnd) {
    links_.reserve(runs + runs / 4);  // a few reach two stretches
  }

  void add(std::uint32_t run, std::uint64_t begin, std::uint64_t end) {
    if (end / width_ - begin / width_ >= kMostStretches) {
      long_.push_back(run);
      return;
    }
    for (std::uint64_t stretch = begin / width_; stretch <= end / width_; ++stretch) {
      std::uint32_t& first = first_[stretch & (first_.size() - 1)];
      links_.push_back({run, first});
      first = static_cast<std::uint32_t>(links_.size() - 1);
    }
  }

  // Calls body(run) with those that reach the stretches of [begin, end], and some others; where it returns false, the
  // run is forgotten there.
  template <class Body>
  void visit(std::uint64_t begin, std::uint64_t end, Body body) {
    std::erase_if(long_, [&](std::uint32_t run) { return !body(run); });
    for (std::uint64_t stretch = begin / width_; stretch <= end / width_; ++stretch)
      for (std::uint32_t* at = &first_[stretch & (first_.size() - 1)]; *at != kEnd;) {
        Link& link = links_[*at];
        if (body(link.run))
          at = &link.next;
        else
          *at = link.next;
      }
  }

 private:
  struct Link {
    std::uint32_t run;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kLeastWidth = 64;  // characters
  static constexpr std::uint64_t kMostStretches = 4;
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t width_;
  std::vector<std::uint32_t> first_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> long_;
};

}  // namespace

RunClusters clusters_by_gap(const PlacedWords& a, const PlacedWords& b, std::span<const CommonRun> runs,
                            std::uint32_t gap) {
  std::vector<std::uint32_t> parent(runs.size());
  std::iota(parent.begin(), parent.end(), 0u);
  RunsByStretch seen(runs.size(), gap);
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t a_begin = a.begin[runs[i].a];
    const std::uint32_t begin = b.begin[runs[i].b];
    const std::uint32_t end = b.end[runs[i].b_end() - 1];
    seen.visit(begin - std::min(begin, gap), std::uint64_t{end} + gap, [&](std::uint32_t j) {
      const std::uint32_t a_end = a.end[runs[j].a_end() - 1];
      if (a_begin > a_end && a_begin - a_end > gap) return false;  // nor is a later one near to it
      if (distance(begin, end, b.begin[runs[j].b], b.end[runs[j].b_end() - 1]) > gap) return true;
      const std::uint32_t x = root_of(parent, i);
      const std::uint32_t y = root_of(parent, j);
      parent[std::max(x, y)] = std::min(x, y);
      return true;
    });
    seen.add(i, begin, end);
  }
  RunClusters clusters{.runs = std::vector<CommonRun>(runs.size()), .begin = {}};
  std::vector<std::uint32_t> number(runs.size());
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t root = root_of(parent, i);
    if (root == i) {
      number[i] = static_cast<std::uint32_t>(clusters.begin.size());
      clusters.begin.push_back(0);
    }
    number[i] = number[root];
    ++clusters.begin[number[i]];
  }
  clusters.begin.push_back(0);
  std::exclusive_scan(clusters.begin.begin(), clusters.begin.end(), clusters.begin.begin(), 0u);
  std::vector<std::uint32_t>& next = parent;
  std::ranges::copy(clusters.begin.begin(), clusters.begin.end() - 1, next.begin());
  for (std::uint32_t i = 0; i < runs.size(); ++i) clusters.runs[next[number[i]]++] = runs[i];
  return clusters;
}

}  // namespace textkin::align
