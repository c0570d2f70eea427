// KeySums: what records come to, whatever their order: a sum of mixed words a
// list. Two collections of records that differ have the same sums with
// probability 2^-64 a list.
#pragma once

#include <array>
#include <cstdint>

#include "archive/band_keys.h"
#include "hash/mix.h"

namespace textkin::archive {

class KeySums {
 public:
  void add(std::uint32_t list, const base::KeyValue& record) {
    sums_[list] += hash::mix64(record.key ^ hash::stream_word(list, record.value));
  }
  void add(const KeyRecords& records) {
    for (std::uint32_t list = 0; list < kLists; ++list)
      for (const base::KeyValue& record : records[list]) add(list, record);
  }
  bool operator==(const KeySums&) const = default;

 private:
  std::array<std::uint64_t, kLists> sums_{};
};

}  // namespace textkin::archive
