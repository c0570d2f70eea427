// BandTable: band records of many blocks, partitioned by the top bits of the key, in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/record_partitions.h"
#include "base/sort.h"
#include "textkin/status.h"

namespace textkin::join {

// Memory: 16 bytes a record, in chunks that are never moved: growing costs no copy. Threads: one at a time for
// append(); take() may be called at the same time for different partitions, and never fails.
class BandTable : public base::RecordPartitions {
 public:
  BandTable();
  void append(std::span<const base::KeyValue> records);

  std::uint64_t size() const override { return size_; }
  // Frees the partition here; a second time there is nothing left of it.
  Status take(std::size_t partition, std::vector<base::KeyValue>& out) override;

  // Held by the records now, the unused ends of chunks included. Not while another thread appends or takes.
  std::uint64_t memory_bytes() const;

 private:
  struct Partition {
    std::vector<std::unique_ptr<base::KeyValue[]>> chunks;  // all full but the last
    base::KeyValue* next = nullptr;
    base::KeyValue* end = nullptr;
    std::size_t records_before_last = 0;
    std::size_t last_capacity = 0;
  };
  void grow(Partition& partition);

  std::vector<Partition> partitions_;
  std::uint64_t size_ = 0;
};

}  // namespace textkin::join
