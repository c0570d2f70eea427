// SketchSpec and SignatureBlock: the fixed-width sketches of a block of documents, and what made them.
//
// Shape: `rows()` documents by `spec.cells` cells of 32 bits, row after row; beside each row the exact size of the
// set that was sketched. A row of size 0 is the empty set: its cells are all kEmptyCell and it must never be
// banded or compared (two empty sets are not alike; they are in no pair).
// Identity: blocks may be compared only if their specs are equal; functions that take two blocks refuse otherwise.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace textkin {

using Cell = std::uint32_t;
inline constexpr Cell kEmptyCell = 0xFFFFFFFFu;

// The identity of a sketch. `name` carries the version of the definition ("fss.v1").
struct SketchSpec {
  std::string name = "fss.v1";
  std::uint32_t cells = 256;  // k
  std::uint64_t seed = 1;
  bool operator==(const SketchSpec&) const = default;
};

using SignatureView = std::span<const Cell>;

struct SignatureBlock {
  SketchSpec spec;
  std::vector<Cell> cells;           // rows() * spec.cells
  std::vector<std::uint32_t> sizes;  // exact set size a row

  std::size_t rows() const { return sizes.size(); }
  SignatureView operator[](std::size_t row) const { return SignatureView(cells).subspan(row * spec.cells, spec.cells); }
};

}  // namespace textkin
