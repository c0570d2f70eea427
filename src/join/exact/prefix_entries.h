// PrefixEntries: the prefix features of all records, partitioned by feature. What the index and its cost are made from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory_records.h"
#include "join/exact/frequencies.h"
#include "join/measures/threshold.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"

namespace textkin::join {

// An entry has the feature as key and (record << 32 | position) as value; features that occur in one set have none.
class PrefixEntries {
 public:
  // `side`: by document, or empty.
  static Result<PrefixEntries> select(const std::vector<FeatureView>& sets, std::span<const DocId> records,
                                      std::span<const std::uint8_t> side, const Frequencies& frequencies,
                                      const Threshold& threshold, unsigned threads);

  // By record: how many features stand before its first entry, and how many entries it has.
  const std::vector<std::uint32_t>& skipped() const { return skipped_; }
  const std::vector<std::uint32_t>& counts() const { return counts_; }

  // Replaces `out` by the entries of a partition, sorted. Each partition is taken once; different ones by different
  // threads.
  Status take_sorted(std::size_t partition, std::vector<base::KeyValue>& out);

 private:
  std::vector<base::MemoryRecords> entries_;  // one a thread
  std::vector<std::uint32_t> skipped_;
  std::vector<std::uint32_t> counts_;
};

// How many entries select() makes of all sets, or more: both sides count as either.
Result<std::uint64_t> count_prefix_entries(const std::vector<FeatureView>& sets, const Frequencies& frequencies,
                                           const Threshold& threshold, unsigned threads);

}  // namespace textkin::join
