// SpillingRecords: key-value records by the top byte of their key, in memory as far as they may be, the rest in a
// nameless file.
//
// Threads: append() one at a time; take() of different partitions at the same time, behind the last append().
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/record_partitions.h"
#include "base/scratch_file.h"

namespace textkin::base {

class SpillingRecords : public RecordPartitions {
 public:
  // At most about `memory` bytes of records are held; the file is made in `directory` when it is needed.
  SpillingRecords(std::string directory, std::uint64_t memory);

  Status append(std::span<const KeyValue> records);

  std::uint64_t size() const override { return size_; }
  std::uint64_t size_of(std::size_t partition) const;
  // Bytes of the largest partition, as take() gives it.
  std::uint64_t largest_bytes() const;
  std::uint64_t spilled_bytes() const { return scratch_.bytes(); }
  // What was spilled comes first, then what was held, each in the order in which it came. Errors: kIo.
  Status take(std::size_t partition, std::vector<KeyValue>& out) override;

 private:
  struct Partition {
    std::vector<KeyValue> held;
    std::vector<ScratchFile::Extent> extents;
    std::uint64_t spilled = 0;  // records
  };
  Status spill();

  std::uint64_t most_;  // records held
  std::uint64_t held_ = 0;
  std::uint64_t size_ = 0;
  std::array<Partition, kPartitions> partitions_;
  ScratchFile scratch_;
};

}  // namespace textkin::base
