// SeenTwice: which marks came more than once, in two tables of bits of a size that is given.
//
// A mark that came twice is always known; one that came once is taken for such with a probability that grows with how
// full the tables are, which costs time behind it and changes no result. Threads: add() one at a time, then twice() by
// any number. Cost: a miss of the cache each.
#pragma once

#include <cstdint>
#include <vector>

namespace textkin::engine::trim {

class SeenTwice {
 public:
  // Of at most `bytes`, rounded down to a power of two; at least 128.
  explicit SeenTwice(std::uint64_t bytes);

  // `mark`: all of its bits look random.
  void add(std::uint64_t mark);
  bool twice(std::uint64_t mark) const;

 private:
  // Two bits of one word of a line; the same of both tables.
  struct Bits {
    std::uint64_t word;
    std::uint64_t mask;
  };
  Bits bits_of(std::uint64_t mark) const {
    return {mark >> shift_, std::uint64_t{1} << (mark & 63) | std::uint64_t{1} << (mark >> 6 & 63)};
  }

  unsigned shift_;
  std::vector<std::uint64_t> tables_;  // of each word, once and twice, side by side
};

}  // namespace textkin::engine::trim
