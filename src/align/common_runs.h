// CommonRuns: the longest runs of equal words around seeds that two texts share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace textkin::align {

using Words = std::span<const std::uint64_t>;  // hashes of the words of a text, in order

// Words [a, a + length) of the first text equal words [b, b + length) of the second.
struct CommonRun {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t length = 0;

  std::uint32_t a_end() const { return a + length; }
  std::uint32_t b_end() const { return b + length; }
  bool operator==(const CommonRun&) const = default;
};

// A place in each text from which words may be equal.
struct Seed {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

// Replaces `out` by the maximal runs that hold a seed, each once, sorted by (a, b). Seeds whose words are not equal
// (their fingerprints collided) give none. `seeds` is sorted on the way. Cost: the words of the runs, and sorting.
void common_runs(Words a, Words b, std::vector<Seed>& seeds, std::vector<CommonRun>& out);

}  // namespace textkin::align
