// PermutationFamily: rows are uniform permutations of 0 .. n-1, "permutation.v1": MinHash as its definition has it.
//
// Shuffled by Fisher and Yates with the words of the seed's stream. Keys must be below n.
// Law: exactly min-wise independent, rows independent: matches of two signatures are Binomial(k, J). For small
// universes only: a row is a table of 4 n bytes. (Families of permutations that are exactly min-wise and shorter to
// write down have at least lcm(1 .. n) members, Broder et al. 1998: no practical one exists.)
// Reference: Broder, Charikar, Frieze, Mitzenmacher 1998; Knuth, The Art of Computer Programming 2, algorithm 3.4.2 P.
#pragma once

#include <vector>

#include "hash/family.h"
#include "textkin/status.h"

namespace textkin::hash {

class PermutationFamily final : public HashFamily {
 public:
  // Of all rows together: a gibibyte.
  static constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 28;

  // 1 <= rows, 1 <= size, rows * size <= kMostEntries, else kInvalidArgument.
  static Result<PermutationFamily> draw(std::uint32_t rows, std::uint64_t seed, std::uint64_t size);

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    return places_[row * (largest() + 1) + key];
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  PermutationFamily(std::uint32_t rows, std::uint64_t seed, std::uint64_t size);

  std::vector<std::uint32_t> places_;  // row after row
};

}  // namespace textkin::hash
