// RecordPartitions: key-value records by the top byte of their key, wherever they lie: in memory, in files, in both.
//
// What is grouped by key is grouped partition by partition, so that one partition must fit in memory and not all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sort.h"
#include "textkin/status.h"

namespace textkin::base {

class RecordPartitions {
 public:
  static constexpr std::size_t kPartitions = 256;
  static constexpr std::size_t partition_of(std::uint64_t key) { return key >> 56; }

  virtual ~RecordPartitions() = default;

  // Records in all partitions, before any was taken.
  virtual std::uint64_t size() const = 0;

  // Appends the records of one partition to `out`, in the order in which they came. Each partition is taken at most
  // once, which may free it; different ones by different threads at the same time.
  virtual Status take(std::size_t partition, std::vector<KeyValue>& out) = 0;
};

}  // namespace textkin::base
