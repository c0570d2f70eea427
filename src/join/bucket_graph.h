// BucketGraph: which documents share a bucket, in keep order, cut into connected components.
//
// Records are partitioned by key, each partition sorted; a bucket is a run of equal keys with two or more documents.
// Buckets with the same members (a pair that meets in fifteen bands) are kept once. Memory: 8 bytes a membership in a
// bucket of two or more; documents that are alone cost nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/banding.h"
#include "textkin/document.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::join {

// Collects records from many blocks, partitioned by the top bits of the key. append() is called serially.
class BandTable {
 public:
  BandTable();
  void append(std::span<const base::KeyValue> records);
  std::uint64_t size() const { return size_; }
  std::vector<std::vector<base::KeyValue>>& partitions() { return partitions_; }

 private:
  std::vector<std::vector<base::KeyValue>> partitions_;
  std::uint64_t size_ = 0;
};

// Documents in buckets. Component c owns members[component_begin[c] .. component_begin[c + 1]), ascending in keep order;
// components are ordered by their first member's keep order.
// Member m (a place in `members`) is in buckets membership[membership_begin[m] ..), ascending bucket numbers; bucket k holds
// bucket_members[bucket_begin[k] ..), places in `members`, ascending.
struct BucketGraph {
  std::vector<DocId> members;
  std::vector<std::uint64_t> component_begin{0};
  std::vector<std::uint64_t> membership_begin{0};
  std::vector<std::uint32_t> membership;
  std::vector<std::uint64_t> bucket_begin{0};
  std::vector<std::uint32_t> bucket_members;
  std::uint64_t largest_bucket = 0;
};

// Empties `table`. Documents with skip[doc] != 0 are left out (collapsed duplicates); an empty `skip` skips none.
Result<BucketGraph> make_bucket_graph(BandTable& table, const KeepOrder& order, std::span<const std::uint8_t> skip,
                                      unsigned threads);

}  // namespace textkin::join
