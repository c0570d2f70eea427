// BucketGraph: which documents share a bucket, in keep order, cut into connected components.
//
// A bucket is a set of two or more documents that agree in a band. Buckets with the same members (a pair that meets in
// fifteen bands) are one. Memory: 8 bytes a membership, 8 a bucket, 12 a member, 8 a component.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::join {

// Documents in buckets. Component c owns members[component_begin[c] .. component_begin[c + 1]), ascending in keep
// order; components are ordered by their first member's keep order, buckets as lists of members: a component owns
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
  bool share_bucket(std::uint32_t place, std::uint32_t other) const {
    const std::span<const std::uint32_t> a = buckets_of(place);
    const std::span<const std::uint32_t> b = buckets_of(other);
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i] == b[j]) return true;
      (a[i] < b[j] ? i : j) += 1;
    }
    return false;
  }
};

// From members and components as above and the buckets: lists of places, each behind its length and ascending, all
// different, in any order. kExhausted beyond 2^32 - 1 buckets.
Result<BucketGraph> make_bucket_graph(std::vector<DocId> members, std::vector<std::uint64_t> component_begin,
                                      std::vector<std::uint32_t> buckets);

}  // namespace textkin::join
