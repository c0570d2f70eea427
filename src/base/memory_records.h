// MemoryRecords: key-value records by the top byte of their key, all in memory.
//
// Memory: 16 bytes a record, in chunks that are never moved: growing costs no copy. Threads: append() one at a time;
// take() of different partitions at the same time, and it never fails.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/record_partitions.h"
#include "base/sort.h"
#include "textkin/status.h"

namespace textkin::base {

class MemoryRecords : public RecordPartitions {
 public:
  MemoryRecords();
  void append(std::span<const KeyValue> records);

  std::uint64_t size() const override { return size_; }
  // Frees the partition here; a second time there is nothing left of it.
  Status take(std::size_t partition, std::vector<KeyValue>& out) override;

  // Held by the records now, the unused ends of chunks included. Not while another thread appends or takes.
  std::uint64_t memory_bytes() const;

 private:
  struct Partition {
    std::vector<std::unique_ptr<KeyValue[]>> chunks;  // all full but the last
    KeyValue* next = nullptr;
    KeyValue* end = nullptr;
    std::size_t records_before_last = 0;
    std::size_t last_capacity = 0;
  };
  void grow(Partition& partition);

  std::vector<Partition> partitions_;
  std::uint64_t size_ = 0;
};

}  // namespace textkin::base
