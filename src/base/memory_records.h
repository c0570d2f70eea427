// ChunkedRecords: key-value records by the top byte of their key, all in memory, in one of two forms.
//
// MemoryRecords holds any value in 16 bytes. DocumentRecords holds values below 2^32, which documents are, in 12: band
// records are most of what a run holds, and a quarter less of them is a quarter more documents before any go to disk.
// Memory: those bytes a record, in chunks that are never moved: growing costs no copy. Threads: append() one at a time;
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

// A record whose value is below 2^32.
class NarrowRecord {
 public:
  NarrowRecord() = default;
  NarrowRecord(const KeyValue& record)  // NOLINT(google-explicit-constructor): one form of the other
      : value_(static_cast<std::uint32_t>(record.value)),
        low_(static_cast<std::uint32_t>(record.key)),
        high_(static_cast<std::uint32_t>(record.key >> 32)) {}
  operator KeyValue() const { return {.value = value_, .key = std::uint64_t{high_} << 32 | low_}; }

 private:
  std::uint32_t value_;
  std::uint32_t low_;
  std::uint32_t high_;
};

// `Stored`: KeyValue or NarrowRecord.
template <class Stored>
class ChunkedRecords : public RecordPartitions {
 public:
  ChunkedRecords() : partitions_(kPartitions) {}
  void append(std::span<const KeyValue> records);

  std::uint64_t size() const override { return size_; }
  // Frees the partition here; a second time there is nothing left of it.
  Status take(std::size_t partition, std::vector<KeyValue>& out) override;

  // Held by the records now, the unused ends of chunks included. Not while another thread appends or takes.
  std::uint64_t memory_bytes() const;

 private:
  struct Partition {
    std::vector<std::unique_ptr<Stored[]>> chunks;  // all full but the last
    Stored* next = nullptr;
    Stored* end = nullptr;
    std::size_t records_before_last = 0;
    std::size_t last_capacity = 0;
  };
  void grow(Partition& partition);

  std::vector<Partition> partitions_;
  std::uint64_t size_ = 0;
};

using MemoryRecords = ChunkedRecords<KeyValue>;
using DocumentRecords = ChunkedRecords<NarrowRecord>;

}  // namespace textkin::base
