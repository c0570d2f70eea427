// Winnowing: a few positions of a text, chosen so that two texts that share a long enough run choose one in common.
//
// Every run of k words has a hash; in each window of w runs in a row the one with the least hash is chosen, the
// rightmost of equal ones (Schleimer, Wilkerson, Aiken 2003, robust winnowing is not needed since ties are settled by
// place). Guarantee: a run of w + k - 1 words that two texts share holds a position that both choose, at the same place
// of the run. Nothing shorter than k is ever chosen. A text with fewer than w runs chooses its least one.
// Density: 2 / (w + 1) of the positions on random text.
// Where words weigh less than a whole one (textkin/word_weight.h), k and w are weights: a run is as long as it may be
// to weigh k words at most, and a window begins at each place from which w + k - 1 words are left and has the runs that
// begin within w - 1 words' weight. So a window says nothing of what stands before it, and the guarantee holds for w +
// k - 1 words' weight.
// Threads: one Winnower each. Cost: some 6 ns a word; where hashes ascend, which no text's do for long, as many
// comparisons a word as a window has runs; a word of less weight as many times that as it weighs less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace textkin::align {

struct Fingerprint {
  std::uint64_t hash;   // of the k words
  std::uint32_t place;  // of the first of them, a number of words

  bool operator==(const Fingerprint&) const = default;
};

// How runs and windows are cut so that every shared run of `guarantee` words is found.
struct WinnowSpec {
  std::uint32_t run;     // k
  std::uint32_t window;  // w

  // k = 5 from 9 words on (12 words: window 8), less where the guarantee is shorter; guarantee >= 1.
  static WinnowSpec for_guarantee(std::uint32_t guarantee);
};

class Winnower {
 public:
  explicit Winnower(WinnowSpec spec) : spec_(spec) {}

  // Replaces `out` by the chosen positions, in order.
  void choose(std::span<const std::uint64_t> words, std::vector<Fingerprint>& out);
  // How many they are. Cost: the same.
  std::size_t count(std::span<const std::uint64_t> words);

 private:
  template <class Take>
  void for_chosen_by_weight(std::span<const std::uint64_t> words, Take take);
  template <class Take>
  void for_chosen(std::span<const std::uint64_t> words, Take take);

  WinnowSpec spec_;
  std::vector<Fingerprint> queue_;     // a ring
  std::vector<std::uint64_t> hashes_;  // of runs
};

}  // namespace textkin::align
