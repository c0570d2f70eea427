// Seeds for texts that repeat themselves, so that no repetition hides a shared run.
#pragma once

#include <cstdint>
#include <vector>

#include "align/common_runs.h"

namespace textkin::align {

// Beyond so many places in one text, where a run of words stands does not tell what it belongs to.
constexpr std::size_t kMostPlaces = 16;

// Whether a place of either text is in kMostPlaces seeds or more: then others may have been left out.
bool is_repetitive(std::vector<Seed>& seeds);

// Seeds that are counted, and kept as long as they are no more than they may be.
class SeedCounter {
 public:
  // Behind those that `seeds` has by now come `most` at most.
  SeedCounter(std::vector<Seed>& seeds, std::uint64_t most) : seeds_(seeds), most_(most) {}

  void add(std::uint32_t a, std::uint32_t b) {
    if (++count_ <= most_) seeds_.push_back({a, b});
  }
  std::uint64_t count() const { return count_; }
  bool all_are_there() const { return count_ <= most_; }

 private:
  std::vector<Seed>& seeds_;
  std::uint64_t most_;
  std::uint64_t count_ = 0;
};

// Appends seeds such that each run of `length` words that both texts hold is in a common run around a seed: with each
// of its places in the other text, or, where it has more than kMostPlaces places in one of them, with at least one.
// Cost: the words, times `length`, and sorting; 40 bytes a word of both texts meanwhile. Seeds are at most kMostPlaces
// a word, and as a rule one a run.
void add_repeated_runs(Words a, Words b, std::uint32_t length, SeedCounter& seeds);

}  // namespace textkin::align
