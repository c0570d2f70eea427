#include "join/bands/bucket_store.h"

#include <utility>

#include "base/free_room.h"

namespace textkin::join {
namespace {

constexpr std::size_t kWord = sizeof(std::uint32_t);

// What a piece costs in memory: its words, and itself.
std::uint64_t bytes_of(const std::vector<std::uint32_t>& piece) { return piece.capacity() * kWord + sizeof(piece); }

}  // namespace

Status BucketStore::add(std::size_t partition, std::vector<std::uint32_t> lists) {
  if (lists.empty()) return {};
  lists.shrink_to_fit();
  const std::uint64_t bytes = bytes_of(lists);
  const std::lock_guard<std::mutex> lock(mutex_);
  Partition& own = partitions_[partition];
  if (!share_.resize(share_.bytes() + bytes)) {
    TEXTKIN_RETURN_IF_ERROR(spill_locked());
    if (!share_.resize(share_.bytes() + bytes)) return write(lists, own);
  }
  own.pieces.push_back(std::move(lists));
  return {};
}

Status BucketStore::take(std::size_t partition, std::vector<std::uint32_t>& out) {
  Partition taken;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    taken = std::exchange(partitions_[partition], {});
  }
  std::size_t words = out.size();
  std::uint64_t freed = 0;
  for (const auto& piece : taken.pieces) {
    words += piece.size();
    freed += bytes_of(piece);
  }
  for (const auto& extent : taken.extents) words += extent.size / kWord;
  out.reserve(words);
  for (const auto& extent : taken.extents) {
    const std::size_t begin = out.size();
    out.resize(begin + extent.size / kWord);
    TEXTKIN_RETURN_IF_ERROR(scratch_.read(extent, reinterpret_cast<char*>(out.data() + begin)));
  }
  for (auto& piece : taken.pieces) {
    out.insert(out.end(), piece.begin(), piece.end());
    base::free_room(piece);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  share_.resize(share_.bytes() - freed);
  return {};
}

Status BucketStore::spill() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return spill_locked();
}

Status BucketStore::spill_locked() {
  std::vector<std::uint32_t> words;
  std::uint64_t spilled = 0;
  for (Partition& partition : partitions_) {
    if (partition.pieces.empty()) continue;
    words.clear();
    for (auto& piece : partition.pieces) {
      spilled += bytes_of(piece);
      words.insert(words.end(), piece.begin(), piece.end());
      base::free_room(piece);
    }
    base::free_room(partition.pieces);
    TEXTKIN_RETURN_IF_ERROR(write(words, partition));
  }
  share_.resize(share_.bytes() - spilled);
  return {};
}

Status BucketStore::write(const std::vector<std::uint32_t>& words, Partition& partition) {
  TEXTKIN_ASSIGN_OR_RETURN(const base::ScratchFile::Extent extent,
                           scratch_.append({reinterpret_cast<const char*>(words.data()), words.size() * kWord}));
  partition.extents.push_back(extent);
  return {};
}

}  // namespace textkin::join
