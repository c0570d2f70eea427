// RunsInText: where runs that two texts share stand in one of them, less those that were dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// By where they begin: a list of those that are left, and a tree of their ends. Runs overlap and hold each other, so
// that the last to begin before a place need not be the last to end there. Cost: n log n to set, log n to drop one or
// to ask for its neighbours. Memory: 20 bytes a run, kept for the next ones. Threads: one each.
class RunsInText {
 public:
  // `begin`: a or b; `runs` stay where they are.
  void set(std::span<const CommonRun> runs, std::uint32_t CommonRun::* begin);
  void drop(std::uint32_t run);

  // Calls body(run) with each that none begins before, and each that none ends behind.
  template <class Body>
  void for_outermost(Body body) const {
    const std::uint32_t first = next_[by_begin_.size()];
    for (std::uint32_t rank = first; rank < by_begin_.size() && begin_of(by_begin_[rank]) == begin_of(by_begin_[first]);
         rank = next_[rank])
      body(by_begin_[rank]);
    for_last(1, body);
  }

  // The weight of what stands between a run and the nearest of the others; 0 where none is left.
  std::uint64_t weight_apart(Words words, std::uint32_t run) const;

 private:
  std::uint32_t begin_of(std::uint32_t run) const { return runs_[run].*begin_; }
  std::uint32_t end_of(std::uint32_t run) const { return begin_of(run) + runs_[run].length; }
  std::uint32_t latest_end_before(std::uint32_t rank) const;  // 0: there is none

  template <class Body>
  void for_last(std::size_t node, Body& body) const {
    if (node >= leaves_) {
      body(by_begin_[node - leaves_]);
      return;
    }
    for (const std::size_t child : {2 * node, 2 * node + 1})
      if (latest_end_[child] == latest_end_[1]) for_last(child, body);
  }

  std::span<const CommonRun> runs_;
  std::uint32_t CommonRun::* begin_ = nullptr;
  std::size_t leaves_ = 0;
  std::vector<std::uint32_t> by_begin_;    // runs
  std::vector<std::uint32_t> rank_;        // of each run in by_begin_
  std::vector<std::uint32_t> next_;        // rank of the next one that is left
  std::vector<std::uint32_t> before_;      // and of the one before
  std::vector<std::uint32_t> latest_end_;  // of the ranks below each node; 0: none is left
};

}  // namespace textkin::align
