// SketchSpec and SignatureBlock: the fixed-width sketches of a block of documents, and what made them.
//
// Shape: `rows()` documents by `words` words of 32 bits, row after row; beside each row the exact size of the set that
// was sketched (of a weighted set: the number of its features). A sketch whose cells agree in place has one word a
// cell, words == spec.cells; others say in their header what their words hold (bottom-k: two words a hash; SimHash: 32
// bits a word). A row of size 0 is the empty set: its words are all kEmptyCell and it must never be banded or compared
// (two empty sets are not alike; they are in no pair). Identity: blocks may be compared only if their specs are equal;
// functions that take two blocks refuse otherwise.
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
  std::uint32_t cells = 256;  // k: samples that an estimate rests on; bits of a SimHash
  std::uint64_t seed = 1;
  bool operator==(const SketchSpec&) const = default;
};

using SignatureView = std::span<const Cell>;

struct SignatureBlock {
  SketchSpec spec;
  std::uint32_t words = 256;         // a row
  std::vector<Cell> cells;           // rows() * words
  std::vector<std::uint32_t> sizes;  // exact set size a row

  std::size_t rows() const { return sizes.size(); }
  SignatureView operator[](std::size_t row) const { return SignatureView(cells).subspan(row * words, words); }
};

}  // namespace textkin
