#include "join/exact/prefix_cost.h"

#include <algorithm>
#include <limits>

#include "base/memory_records.h"
#include "base/parallel.h"
#include "join/exact/prefix_entries.h"
#include "join/sets/pair_list.h"

namespace textkin::join {

double predicted_prefix_hits(const std::vector<FeatureView>& sets, const Frequencies& frequencies,
                             const Threshold& threshold, std::span<const std::uint8_t> skip, unsigned threads) {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  if (!check_threshold(threshold).ok()) return kUnknown;
  std::vector<DocId> records;
  for (std::size_t doc = 0; doc < sets.size(); ++doc) {
    if (!sets[doc].empty() && (skip.empty() || skip[doc] == 0)) records.push_back(static_cast<DocId>(doc));
  }
  Result<PrefixEntries> entries = PrefixEntries::select(sets, records, {}, frequencies, threshold, threads);
  if (!entries.ok()) return kUnknown;
  std::vector<double> hits(base::MemoryRecords::kPartitions, 0.0);
  std::vector<std::vector<base::KeyValue>> scratch(std::max(1u, threads));
  const Status counted = base::parallel_for(hits.size(), threads, [&](std::size_t i, unsigned worker) {
    std::vector<base::KeyValue>& own = scratch[worker];
    TEXTKIN_RETURN_IF_ERROR(entries->take_sorted(i, own));
    for (std::size_t from = 0, to = 0; from < own.size(); from = to) {
      while (to < own.size() && own[to].key == own[from].key) ++to;
      const auto frequency = static_cast<double>(to - from);
      hits[i] += frequency * (frequency - 1) / 2;
    }
    return Status();
  });
  if (!counted.ok()) return kUnknown;
  // In the order of the partitions: a sum of doubles must not depend on threads.
  double sum = 0;
  for (const double part : hits) sum += part;
  return sum;
}

}  // namespace textkin::join
