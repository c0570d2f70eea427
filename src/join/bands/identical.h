// Identical documents: equal feature sets, found by the key over the whole signature, verified, and collapsed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/record_partitions.h"
#include "textkin/duplicate.h"
#include "textkin/feature_source.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::join {

struct IdenticalGroups {
  std::vector<Duplicate> members;       // without the firsts; ascending by (keep order of first, keep order of doc)
  std::vector<std::uint8_t> collapsed;  // a document each: 1 where it is in `members`
  std::uint64_t verified = 0;           // pairs compared
};

// Groups the documents with equal whole-signature keys whose feature sets are equal. Keys that agree by accident are
// told apart by the sets; where texts are at hand and equal, byte for byte, no sets are made of them. Takes all of
// `records`; kBadInput where one names a document from `documents` on. Memory: `ahead` bytes for sets that are read in
// order before they are compared (join/sets/sets_ahead.h); some 42 bytes a document whose key another has, a byte a
// document of the collection, a thread one partition of the records and 1 MiB of a text, and 2 MiB of large groups'
// texts.
Result<IdenticalGroups> find_identical(base::RecordPartitions& records, const KeepOrder& order, std::size_t documents,
                                       FeatureSources& sources, std::uint64_t ahead = 0);

// The same straight from sets in memory (the exact method): set i is document i; empty sets are in no group.
Result<IdenticalGroups> find_identical(const std::vector<FeatureView>& sets, const KeepOrder& order, unsigned threads);

}  // namespace textkin::join
