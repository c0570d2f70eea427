// BucketGraph: which documents share a bucket, in keep order, cut into connected components.
//
// Records are partitioned by key, each partition sorted; a bucket is a run of equal keys with two or more documents.
// Buckets with the same members (a pair that meets in fifteen bands) are kept once. Memory: 8 bytes a membership in a
// bucket of two or more; documents that are alone cost 8 bytes while the graph is made and nothing afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/record_partitions.h"
#include "textkin/document.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::join {

// Documents in buckets. Component c owns members[component_begin[c] .. component_begin[c + 1]), ascending in keep
// order; components are ordered by their first member's keep order, buckets by their first member: a component owns
// consecutive buckets too.
// Member m (a place in `members`) is in buckets membership[membership_begin[m] ..), ascending bucket numbers; bucket k
// holds bucket_members[bucket_begin[k] ..), places in `members`, ascending.
struct BucketGraph {
  std::vector<DocId> members;
  std::vector<std::uint64_t> component_begin{0};
  std::vector<std::uint64_t> membership_begin{0};
  std::vector<std::uint32_t> membership;
  std::vector<std::uint64_t> bucket_begin{0};
  std::vector<std::uint32_t> bucket_members;
  std::uint64_t largest_bucket = 0;

  std::size_t components() const { return component_begin.size() - 1; }
  std::size_t buckets() const { return bucket_begin.size() - 1; }
  std::span<const std::uint32_t> buckets_of(std::uint32_t place) const {
    const std::uint64_t begin = membership_begin[place];
    return std::span(membership).subspan(begin, membership_begin[place + 1] - begin);
  }
  std::span<const std::uint32_t> members_of(std::uint32_t bucket) const {
    const std::uint64_t begin = bucket_begin[bucket];
    return std::span(bucket_members).subspan(begin, bucket_begin[bucket + 1] - begin);
  }
};

// Takes all of `records`. Documents with skip[doc] != 0 are left out (collapsed duplicates); an empty `skip` skips
// none. kExhausted beyond 2^32 - 1 distinct buckets.
Result<BucketGraph> make_bucket_graph(base::RecordPartitions& records, const KeepOrder& order,
                                      std::span<const std::uint8_t> skip, unsigned threads);

}  // namespace textkin::join
