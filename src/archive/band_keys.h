// BandKeys: by what a document is found. One index serves every threshold: of 256 cells, 8 bits each, 32 bands of 8
// cells are cut; a band's key is its 8 bytes, first cell first, so that keys that share their first r bytes agree in r
// cells: a band of r rows (as in an LSH forest: Bawa, Condie, Ganesan 2005).
//
// A cell keeps the low 8 bits of mix64(cell), as sketch/signatures/bbit.h does: different cells agree by chance with
// probability 2^-8. A set of fewer than kShort features has no bands: its cells depend too much on one another, and a
// key a feature finds it exactly. So a document has 32 keys, or fewer than 64.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/sort.h"
#include "hash/mix.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/signature_block.h"

namespace textkin::archive {

inline constexpr std::uint32_t kBands = 32;
inline constexpr std::uint32_t kRows = 8;  // the most of a band
inline constexpr std::uint32_t kCells = kBands * kRows;
inline constexpr std::uint32_t kShort = 64;

// The lists that an index keeps, each sorted by key: one a band, that of the features of short sets, and, where it was
// made for passages, that of fingerprints (archive/fingerprint_keys.h).
inline constexpr std::uint32_t kFeatureList = kBands;
inline constexpr std::uint32_t kFingerprintList = kBands + 1;
inline constexpr std::uint32_t kLists = kBands + 2;
using KeyRecords = std::array<std::vector<base::KeyValue>, kLists>;  // value: the document

using BandKeys = std::array<std::uint64_t, kBands>;

inline BandKeys band_keys(SignatureView cells) {
  BandKeys keys{};
  for (std::uint32_t cell = 0; cell < kCells; ++cell)
    keys[cell / kRows] = keys[cell / kRows] << 8 | (hash::mix64(cells[cell]) & 0xFF);
  return keys;
}

// The keys that agree with `key` in its first `rows` cells: [first, second], both included. rows: 1 .. kRows.
inline std::pair<std::uint64_t, std::uint64_t> keys_of_prefix(std::uint64_t key, std::uint32_t rows) {
  const std::uint64_t rest = rows >= kRows ? 0 : ~std::uint64_t{0} >> (8 * rows);
  return {key & ~rest, key | rest};
}

// In how many cells two documents agree. Cost: some 10 ns.
std::uint32_t agreeing_cells(const BandKeys& a, const BandKeys& b);

// What is kept of a document until a segment has it: the keys of a short set are its features, else those of its bands.
// An empty set has none. append_fingerprints() adds more.
std::string encode_keys(FeatureView set, SignatureView cells);
// The bands that encode_keys() gave; false where they are those of a short set.
bool take_bands(std::string_view keys, BandKeys& out);
// Appends them as records of `doc`; false where the bytes are no such keys.
bool append_records(std::string_view keys, DocId doc, KeyRecords& out);

}  // namespace textkin::archive
