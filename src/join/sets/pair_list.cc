#include "join/sets/pair_list.h"

#include "base/free_room.h"
#include "base/sort.h"

namespace textkin::join {
std::vector<VerifiedPair> merge_pairs(std::vector<std::vector<VerifiedPair>> shares) {
  std::size_t count = 0;
  for (const auto& share : shares) count += share.size();
  std::vector<VerifiedPair> all;
  all.reserve(count);
  for (auto& share : shares) {
    all.insert(all.end(), share.begin(), share.end());
    base::free_room(share);
  }
  std::vector<base::KeyValue> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = {.value = i, .key = std::uint64_t{all[i].a} << 32 | all[i].b};
  base::sort(order.data(), count);
  std::vector<VerifiedPair> sorted;
  sorted.reserve(count);
  for (const base::KeyValue& entry : order) sorted.push_back(all[entry.value]);
  return sorted;
}

}  // namespace textkin::join
