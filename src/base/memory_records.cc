#include "base/memory_records.h"

#include <algorithm>

#include "base/free_room.h"

namespace textkin::base {
namespace {

// Chunks double between these: a small run stays small, a large one wastes half a chunk a partition (8 MiB in all).
constexpr std::size_t kFirstChunk = 64;
constexpr std::size_t kLargestChunk = 4096;

}  // namespace

template <class Stored>
void ChunkedRecords<Stored>::grow(Partition& partition) {
  partition.records_before_last += partition.last_capacity;
  partition.last_capacity =
      partition.chunks.empty() ? kFirstChunk : std::min(partition.last_capacity * 2, kLargestChunk);
  partition.chunks.push_back(std::make_unique_for_overwrite<Stored[]>(partition.last_capacity));
  partition.next = partition.chunks.back().get();
  partition.end = partition.next + partition.last_capacity;
}

template <class Stored>
void ChunkedRecords<Stored>::append(std::span<const KeyValue> records) {
  for (const KeyValue& record : records) {
    Partition& partition = partitions_[partition_of(record.key)];
    if (partition.next == partition.end) grow(partition);
    *partition.next++ = record;
  }
  size_ += records.size();
}

template <class Stored>
Status ChunkedRecords<Stored>::take(std::size_t partition, std::vector<KeyValue>& out) {
  Partition taken = std::move(partitions_[partition]);
  base::free_room(partitions_[partition]);
  const std::size_t free = static_cast<std::size_t>(taken.end - taken.next);
  out.reserve(out.size() + taken.records_before_last + taken.last_capacity - free);
  std::size_t capacity = kFirstChunk;
  for (std::size_t chunk = 0; chunk < taken.chunks.size(); ++chunk) {
    const bool last = chunk + 1 == taken.chunks.size();
    const Stored* from = taken.chunks[chunk].get();
    out.insert(out.end(), from, from + (last ? capacity - free : capacity));
    taken.chunks[chunk].reset();
    capacity = std::min(capacity * 2, kLargestChunk);
  }
  return {};
}

template <class Stored>
std::uint64_t ChunkedRecords<Stored>::memory_bytes() const {
  std::uint64_t records = 0;
  for (const Partition& partition : partitions_) records += partition.records_before_last + partition.last_capacity;
  return records * sizeof(Stored);
}

template class ChunkedRecords<KeyValue>;
template class ChunkedRecords<NarrowRecord>;

}  // namespace textkin::base
