// BucketStore: lists of numbers in partitions, in memory while there is room, then on scratch.
//
// A list is its length and then its members; lists lie end to end. Nothing is said about the order of the lists of a
// partition.
// Memory: what was added and is not on scratch, asked of the budget. Threads: any number for add() and take().
// Errors: those of the scratch file.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "base/memory_budget.h"
#include "base/scratch_file.h"
#include "textkin/status.h"

namespace textkin::join {

class BucketStore {
 public:
  BucketStore(std::size_t partitions, base::MemoryBudget& budget, base::ScratchFile& scratch)
      : scratch_(scratch), share_(budget), partitions_(partitions) {}

  std::size_t partitions() const { return partitions_.size(); }

  // Where the budget has no room, all that is in memory goes to scratch.
  Status add(std::size_t partition, std::vector<std::uint32_t> lists);

  // Appends all lists of a partition to `out` and forgets them.
  Status take(std::size_t partition, std::vector<std::uint32_t>& out);

  // Moves all that is in memory to scratch.
  Status spill();

 private:
  struct Partition {
    std::vector<std::vector<std::uint32_t>> pieces;
    std::vector<base::ScratchFile::Extent> extents;
  };
  Status spill_locked();
  Status write(const std::vector<std::uint32_t>& words, Partition& partition);

  base::ScratchFile& scratch_;
  std::mutex mutex_;
  base::MemoryShare share_;
  std::vector<Partition> partitions_;
};

// Calls body(list) for each of lists laid end to end; the list is a span over its members.
template <class Words, class Body>
void for_lists(Words& words, const Body& body) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t size = words[at];
    body(std::span(words).subspan(at + 1, size));
    at += size + 1;
  }
}

}  // namespace textkin::join
