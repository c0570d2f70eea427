// LoneKeys: takes most records out whose key no other record has, so that the rest is sorted in a fraction of the time.
//
// Of a partition of band records most keys are those of one document. Keys are hashes: two bits for each of 8 to 16
// times as many slots say whether a slot was met once, and whether again.
// Cost: some 2 ns a record, where to sort it takes 15. Threads: one object a thread; it keeps its room.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sort.h"

namespace textkin::join {

class LoneKeys {
 public:
  // Records that share their key with another stay, in their order; of the others few do: by chance one of ten.
  // `records` are those of a partition (base/record_partitions.h): the top byte of their keys is the same.
  void remove(std::vector<base::KeyValue>& records);

 private:
  struct Slots {
    std::uint64_t once = 0;
    std::uint64_t again = 0;
  };
  std::vector<Slots> slots_;  // 64 each
};

}  // namespace textkin::join
