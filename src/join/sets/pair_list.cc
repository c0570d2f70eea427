#include "join/sets/pair_list.h"

#include <cmath>

#include "base/sort.h"

namespace textkin::join {
namespace {

constexpr double kLargestOverlap = 0xFFFFFFFFu;

}  // namespace

std::vector<VerifiedPair> merge_pairs(std::vector<std::vector<VerifiedPair>> shares) {
  std::size_t count = 0;
  for (const auto& share : shares) count += share.size();
  std::vector<VerifiedPair> all;
  all.reserve(count);
  for (auto& share : shares) {
    all.insert(all.end(), share.begin(), share.end());
    share = {};
  }
  std::vector<base::KeyValue> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = {.value = i, .key = std::uint64_t{all[i].a} << 32 | all[i].b};
  base::sort(order.data(), count);
  std::vector<VerifiedPair> sorted;
  sorted.reserve(count);
  for (const base::KeyValue& entry : order) sorted.push_back(all[entry.value]);
  return sorted;
}

Status check_threshold(const Threshold& threshold) {
  const double t = threshold.value;
  if (threshold.measure == Measure::kOverlap) {
    if (t >= 1 && t <= kLargestOverlap && t == std::floor(t)) return {};
    return Status(Code::kInvalidArgument,
                  "the threshold is " + std::to_string(t) + "; of an overlap it is a count, 1 or more");
  }
  if (t > 0 && t <= 1) return {};
  return Status(Code::kInvalidArgument, "the threshold is " + std::to_string(t) + "; it must be above 0 and at most 1");
}

}  // namespace textkin::join
