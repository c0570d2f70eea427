#include "align/clusters_by_gap.h"

#include <algorithm>
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

}  // namespace

std::vector<std::vector<CommonRun>> clusters_by_gap(const PlacedWords& a, const PlacedWords& b,
                                                    std::span<const CommonRun> runs, std::uint32_t gap) {
  const auto a_begin = [&](const CommonRun& run) { return a.begin[run.a]; };
  const auto a_end = [&](const CommonRun& run) { return a.end[run.a_end() - 1]; };
  const auto near_in_b = [&](const CommonRun& x, const CommonRun& y) {
    return distance(b.begin[x.b], b.end[x.b_end() - 1], b.begin[y.b], b.end[y.b_end() - 1]) <= gap;
  };
  std::vector<std::uint32_t> parent(runs.size());
  std::iota(parent.begin(), parent.end(), 0u);
  std::vector<std::uint32_t> open;  // runs that a later one may still be near to in a
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    std::erase_if(open, [&](std::uint32_t j) {
      return a_begin(runs[i]) > a_end(runs[j]) && a_begin(runs[i]) - a_end(runs[j]) > gap;
    });
    for (const std::uint32_t j : open) {
      if (!near_in_b(runs[i], runs[j])) continue;
      const std::uint32_t x = root_of(parent, i);
      const std::uint32_t y = root_of(parent, j);
      parent[std::max(x, y)] = std::min(x, y);
    }
    open.push_back(i);
  }
  std::vector<std::vector<CommonRun>> clusters;
  std::vector<std::uint32_t> number(runs.size());
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t root = root_of(parent, i);
    if (root == i) {
      number[i] = static_cast<std::uint32_t>(clusters.size());
      clusters.emplace_back();
    }
    clusters[number[root]].push_back(runs[i]);
  }
  return clusters;
}

}  // namespace textkin::align
