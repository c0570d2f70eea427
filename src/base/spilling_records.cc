#include "base/spilling_records.h"

#include <algorithm>

#include "base/free_room.h"

namespace textkin::base {

// A vector that grows may be twice as large as what it holds, for the moment thrice.
SpillingRecords::SpillingRecords(std::string directory, std::uint64_t memory)
    : most_(std::max<std::uint64_t>(memory / sizeof(KeyValue) / 2, kPartitions)), scratch_(std::move(directory)) {}

Status SpillingRecords::append(std::span<const KeyValue> records) {
  for (const KeyValue& record : records) partitions_[partition_of(record.key)].held.push_back(record);
  size_ += records.size();
  held_ += records.size();
  return held_ < most_ ? Status() : spill();
}

Status SpillingRecords::spill() {
  for (Partition& partition : partitions_) {
    if (partition.held.empty()) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const ScratchFile::Extent extent,
                             scratch_.append({reinterpret_cast<const char*>(partition.held.data()),
                                              partition.held.size() * sizeof(KeyValue)}));
    partition.extents.push_back(extent);
    partition.spilled += partition.held.size();
    partition.held.clear();
    // Room for one key that came very often must not stay while another comes.
    if (partition.held.capacity() > 4 * most_ / kPartitions) base::free_room(partition.held);
  }
  held_ = 0;
  return {};
}

std::uint64_t SpillingRecords::size_of(std::size_t partition) const {
  return partitions_[partition].spilled + partitions_[partition].held.size();
}

std::uint64_t SpillingRecords::largest_bytes() const {
  std::uint64_t largest = 0;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) largest = std::max(largest, size_of(partition));
  return largest * sizeof(KeyValue);
}

Status SpillingRecords::take(std::size_t partition, std::vector<KeyValue>& out) {
  Partition taken = std::move(partitions_[partition]);
  partitions_[partition] = {};
  std::size_t at = out.size();
  out.reserve(at + taken.spilled + taken.held.size());
  out.resize(at + taken.spilled);
  for (const ScratchFile::Extent& extent : taken.extents) {
    TEXTKIN_RETURN_IF_ERROR(scratch_.read(extent, reinterpret_cast<char*>(out.data() + at)));
    at += extent.size / sizeof(KeyValue);
  }
  out.insert(out.end(), taken.held.begin(), taken.held.end());
  return {};
}

}  // namespace textkin::base
