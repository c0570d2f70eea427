// BucketGroups: the documents that share buckets, in groups of components of which each fits in memory.
//
// Band records are taken partition by partition; runs of equal keys with two or more documents are buckets, and of keys
// of short sets (short_sets.h) a bucket is the whole set with one of those that are cut to it. They are
// kept as lists, partitioned by a hash of the list; partition by partition equal lists become one, and documents are
// united to components. Components, best first, are cut into groups, and the lists are brought to their groups. What
// exceeds the memory lies on scratch in between. Where all fits there is one group and nothing is written.
//
// Memory: `GroupOptions::memory`; beside it, while collect() works, 12 bytes a document of the collection, and a thread
// one partition of the records (16 bytes each) or of the lists; afterwards 4 bytes a document in buckets and 4 a
// component.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/memory_budget.h"
#include "base/record_partitions.h"
#include "base/scratch_file.h"
#include "join/bands/bucket_graph.h"
#include "join/bands/bucket_store.h"
#include "textkin/document.h"
#include "textkin/keep.h"
#include "textkin/status.h"

namespace textkin::join {

struct GroupOptions {
  unsigned threads = 1;
  // For lists while they are collected, then for the lists and for one group's graph while that is made and verified
  // (feature sets apart): a member 104 bytes, a bucket of m members 12 m + 20.
  std::uint64_t memory = 0;
  // Where the groups are to be smaller than the memory allows; a component that needs more is a group of its own.
  std::uint64_t group = ~std::uint64_t{0};
  std::string scratch;  // a directory; used where lists do not fit
  // What to say where a single component needs so many bytes, more than `memory`.
  std::function<std::string(std::uint64_t needed)> too_little = {};
};

class BucketGroups {
 public:
  // Takes all of `records`. Documents with skip[doc] != 0 are left out (collapsed duplicates); an empty `skip` skips
  // none. kExhausted where a single component needs more than the memory; kBadInput where a
  // record names a document from `documents` on.
  static Result<BucketGroups> collect(base::RecordPartitions& records, const KeepOrder& order,
                                      std::span<const std::uint8_t> skip, std::size_t documents,
                                      const GroupOptions& options);

  std::size_t size() const { return groups_.size(); }
  // The graph of a group, to be asked for once. One after the other, the graphs are the graph of all documents: its
  // components and buckets in order, whatever the memory and the threads.
  Result<BucketGraph> graph(std::size_t group);

  std::uint64_t spilled_bytes() const { return scratch_->bytes(); }
  std::uint64_t largest_bucket() const { return largest_bucket_; }

 private:
  friend class BucketCollector;
  BucketGroups() = default;

  // Consecutive components, and the places of their members.
  struct Group {
    std::size_t first_component;
    std::size_t end_component;
  };
  std::uint64_t place_of(std::size_t component) const { return component == 0 ? 0 : component_end_[component - 1]; }

  std::unique_ptr<base::ScratchFile> scratch_;
  std::unique_ptr<base::MemoryBudget> budget_;
  std::unique_ptr<BucketStore> lists_;  // by group; lists of places
  std::vector<Group> groups_;
  std::vector<DocId> members_;                // by place
  std::vector<std::uint32_t> component_end_;  // places
  std::uint64_t largest_bucket_ = 0;
};

}  // namespace textkin::join
