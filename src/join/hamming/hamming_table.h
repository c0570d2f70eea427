// HammingTable: one of Manku's tables: fingerprints sorted by the bits of the blocks that it takes to be equal.
//
// The permutation moves those blocks to the front; the leading bits of the permuted fingerprint, p of them, are its
// key. What is sorted is a bijective mix of the key (of its first 64 bits where it has more): equal keys stand together
// as they would in the order of the keys, and the mixed ones are spread evenly whatever the fingerprints are, so that
// interpolation search meets its log log N steps on real ones, too.
// Every pair of fingerprints within the distance belongs to exactly one table: that of its first m - k blocks without a
// difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sort.h"
#include "join/hamming/bit_permutation.h"
#include "join/hamming/fingerprints.h"
#include "join/hamming/hamming_plan.h"
#include "textkin/status.h"

namespace textkin::join {

// What a table looks at.
class TableKey {
 public:
  // `equal`: m - k blocks of the plan, ascending, counted from the highest bits.
  TableKey(const HammingPlan& plan, std::span<const std::uint32_t> equal);

  Fingerprint permute(Fingerprint code) const { return permutation_(code); }
  std::uint32_t key_bits() const { return key_bits_; }
  // The key, mixed.
  std::uint64_t mixed(Fingerprint code) const;
  // Whether a pair whose difference (a ^ b) this is belongs to this table.
  bool owns(Fingerprint difference) const;

 private:
  std::uint32_t bits_;
  std::uint32_t key_bits_ = 0;
  BitPermutation permutation_;
  Fingerprint equal_ = 0;            // the bits that must not differ
  std::vector<Fingerprint> before_;  // the blocks, each of which must differ, that an earlier table would have
};

// The keys of all tables of a plan, in their order.
std::vector<TableKey> table_keys(const HammingPlan& plan);

class HammingTable {
 public:
  // The fingerprints whose mixed key is in part `part` of `parts` equal ones, so that a table may be smaller than all.
  // Memory: 16 bytes a fingerprint of the part. Uses `threads` threads; the table does not depend on them.
  static Result<HammingTable> make(const Fingerprints& codes, const TableKey& key, std::size_t part, std::size_t parts,
                                   unsigned threads);

  // Which part a mixed key is in.
  static std::size_t part_of(std::uint64_t mixed, std::size_t parts) {
    return static_cast<std::size_t>(Fingerprint{mixed} * parts >> 64);
  }

  // By mixed key, then by number: value is the number of a fingerprint.
  std::span<const base::KeyValue> rows() const { return rows_; }
  // Those with this mixed key, by interpolation search.
  std::span<const base::KeyValue> find(std::uint64_t mixed) const;

 private:
  std::vector<base::KeyValue> rows_;
};

}  // namespace textkin::join
