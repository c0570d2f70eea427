// HashFamily: rows of functions of a 64-bit key, drawn from a named family by a seed.
//
// Promise: `value` is the definition: the same on every machine, for the same seed and row whatever the number of rows.
// Values are integers 0 .. largest(). `minima` gives what MinHash takes from it, a cell of 32 bits a row, and equals
// the definition on every SIMD target. How the functions of a row, and the rows among each other, depend on each other
// is the law that the family's line in the catalogue states. Keys are taken as they are: a family whose law needs
// random keys (the linear ones) is biased on ids in a row, by as much as docs/hash-families.md says. Keys are 0 ..
// largest_key(); what a family does with larger ones, its header says. Ownership: holds its coefficients or tables.
// Threads: immutable.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace textkin::hash {

class HashFamily {
 public:
  // Kernels work on this many rows at a time; what `minima` fills is padded to a multiple.
  static constexpr std::size_t kRowBlock = 128;
  // No cell is more than this: 2^32 - 1 is left for "empty".
  static constexpr std::uint32_t kLargestCell = 0xFFFFFFFEu;

  virtual ~HashFamily() = default;

  // At least 1.
  std::uint32_t rows() const { return rows_; }
  std::size_t padded_rows() const { return (rows_ + kRowBlock - 1) / kRowBlock * kRowBlock; }
  std::uint64_t largest() const { return largest_; }
  std::uint64_t largest_key() const { return largest_key_; }

  virtual std::uint64_t value(std::uint32_t row, std::uint64_t key) const = 0;

  // The value itself where values have at most 32 bits, else its first 32 of as many bits as largest() has.
  std::uint32_t cell(std::uint64_t value) const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value >> shift_, kLargestCell));
  }

  // out[i] = least cell(value(i, key)) of the keys, kLargestCell for none, for i < rows(). `out` has room for
  // padded_rows() cells; those past rows() are not defined. Any order of keys.
  virtual void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const = 0;

 protected:
  HashFamily(std::uint32_t rows, std::uint64_t largest, std::uint64_t largest_key)
      : rows_(rows),
        shift_(std::max(static_cast<int>(std::bit_width(largest)), 32) - 32),
        largest_(largest),
        largest_key_(largest_key) {}

 private:
  std::uint32_t rows_;
  int shift_;
  std::uint64_t largest_;
  std::uint64_t largest_key_;
};

// `minima` by the definition, row after row; for a family whose class is final, so that its value() is inlined.
template <class Family>
void minima_by_rows(const Family& family, const std::uint64_t* keys, std::size_t count, std::uint32_t* out) {
  for (std::uint32_t row = 0; row < family.rows(); ++row) {
    std::uint32_t least = HashFamily::kLargestCell;
    for (std::size_t i = 0; i < count; ++i) least = std::min(least, family.cell(family.value(row, keys[i])));
    out[row] = least;
  }
}

}  // namespace textkin::hash
