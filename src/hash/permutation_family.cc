#include "hash/permutation_family.h"

#include <numeric>
#include <string>
#include <utility>

#include "hash/draws.h"

namespace textkin::hash {

Result<PermutationFamily> PermutationFamily::draw(std::uint32_t rows, std::uint64_t seed, std::uint64_t size) {
  if (rows >= 1 && size >= 1 && size <= kMostEntries / rows) return PermutationFamily(rows, seed, size);
  return Status(Code::kInvalidArgument, std::to_string(rows) + " permutations of " + std::to_string(size) +
                                            " keys have no table: give at least one of each, and at most " +
                                            std::to_string(kMostEntries) + " as their product");
}

PermutationFamily::PermutationFamily(std::uint32_t rows, std::uint64_t seed, std::uint64_t size)
    : HashFamily(rows, size - 1, size - 1), places_(rows * size) {
  Draws draws(seed);
  for (std::uint32_t row = 0; row < rows; ++row) {
    std::uint32_t* places = places_.data() + row * size;
    std::iota(places, places + size, 0u);
    for (std::uint64_t left = size; left > 1; --left) std::swap(places[left - 1], places[draws.below(left)]);
  }
}

}  // namespace textkin::hash
