// PrefixIndex: the prefixes of all records, and for each prefix feature the records that hold it.
//
// Records are sets in the order in which a join takes them. A prefix is the rarest features of a set by the order
// (frequency counter, feature); those with counter 1 lie in front and are left out, though they count as positions.
// Features that two prefixes or more hold are numbered; the number is a token.
// Memory: see prefix_join.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/frequencies.h"
#include "join/measures/threshold.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::join {

inline constexpr std::uint32_t kNoToken = 0xFFFFFFFFu;

struct Posting {
  std::uint32_t record;
  std::uint32_t position;  // of the feature in the record's order, counted from 0
};

struct PrefixIndex {
  // Record r holds tokens[begin[r] .. begin[r + 1]) at positions first_position[r] onwards.
  std::vector<std::uint32_t> first_position;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> tokens;  // kNoToken: no other prefix holds the feature
  // List l holds postings[list_begin[l] .. list_begin[l + 1]), ascending by record. Without sides list l belongs to
  // token l, with sides lists 2 l and 2 l + 1 to the records of side 0 and 1.
  std::vector<std::uint64_t> list_begin;
  std::vector<Posting> postings;
};

struct PrefixOptions {
  Threshold threshold;
  // True: a list holds a record only within its index prefix, enough where records ascend by size.
  bool ascending_sizes = false;
  unsigned threads = 1;
};

// `records`: the documents in order, none empty. `side`: by document, or empty. kExhausted beyond 2^32 - 2 tokens.
Result<PrefixIndex> make_prefix_index(const std::vector<FeatureView>& sets, std::span<const DocId> records,
                                      std::span<const std::uint8_t> side, const Frequencies& frequencies,
                                      const PrefixOptions& options);

}  // namespace textkin::join
