#include "join/exact/prefix_entries.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "join/exact/frequencies.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {
namespace {

constexpr std::size_t kRecordsATask = 256;  // records a task

// What one thread needs.
struct EntryScratch {
  std::vector<std::uint64_t> order;  // frequency << 32 | place in the set: the set ascends, so this is the total order
  std::vector<base::KeyValue> entries;
};

// Appends the prefix of one record; returns (features that occur nowhere else, entries).
std::pair<std::size_t, std::size_t> append_prefix(FeatureView set, std::uint64_t record, std::size_t length,
                                                  const Frequencies& frequencies, EntryScratch& scratch) {
  std::vector<std::uint64_t>& order = scratch.order;
  order.resize(set.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::uint64_t frequency = frequencies[set[i]];
    order[kept] = frequency << 32 | i;
    kept += frequency != 1;
  }
  const std::size_t singles = set.size() - kept;
  if (singles >= length) return {singles, 0};
  const std::size_t wanted = length - singles;
  if (wanted < kept) {
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted),
                     order.begin() + static_cast<std::ptrdiff_t>(kept));
  }
  base::sort(order.data(), wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    const Feature feature = set[order[i] & 0xFFFFFFFFu];
    scratch.entries.push_back({.value = record << 32 | (singles + i), .key = feature});
  }
  return {singles, wanted};
}

}  // namespace

Result<PrefixEntries> PrefixEntries::select(const std::vector<FeatureView>& sets, std::span<const DocId> records,
                                            std::span<const std::uint8_t> side, const Frequencies& frequencies,
                                            const Threshold& threshold, unsigned threads) {
  threads = std::max(1u, threads);
  PrefixEntries result;
  result.entries_ = std::vector<base::MemoryRecords>(threads);
  result.skipped_.resize(records.size());
  result.counts_.resize(records.size());
  std::vector<EntryScratch> scratch(threads);
  const std::size_t blocks = (records.size() + kRecordsATask - 1) / kRecordsATask;
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(blocks, threads, [&](std::size_t block, unsigned worker) {
    EntryScratch& own = scratch[worker];
    own.entries.clear();
    const std::size_t end = std::min(records.size(), (block + 1) * kRecordsATask);
    for (std::size_t record = block * kRecordsATask; record < end; ++record) {
      const FeatureView set = sets[records[record]];
      if (record + 1 < end) frequencies.prefetch(sets[records[record + 1]]);
      const std::uint64_t length = probe_prefix(set.size(), threshold, part_of(threshold, side, records[record]));
      const auto [singles, entries] = append_prefix(set, record, length, frequencies, own);
      result.skipped_[record] = static_cast<std::uint32_t>(singles);
      result.counts_[record] = static_cast<std::uint32_t>(entries);
    }
    result.entries_[worker].append(own.entries);
    return Status();
  }));
  return result;
}

Status PrefixEntries::take_sorted(std::size_t partition, std::vector<base::KeyValue>& out) {
  out.clear();
  for (base::MemoryRecords& own : entries_) TEXTKIN_RETURN_IF_ERROR(own.take(partition, out));
  base::sort(out.data(), out.size());
  return {};
}

Result<std::uint64_t> count_prefix_entries(const std::vector<FeatureView>& sets, const Frequencies& frequencies,
                                           const Threshold& threshold, unsigned threads) {
  threads = std::max(1u, threads);
  std::vector<std::uint64_t> counts(threads);
  const std::size_t blocks = (sets.size() + kRecordsATask - 1) / kRecordsATask;
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(blocks, threads, [&](std::size_t block, unsigned worker) {
    const std::size_t end = std::min(sets.size(), (block + 1) * kRecordsATask);
    for (std::size_t i = block * kRecordsATask; i < end; ++i) {
      if (i + 1 < end) frequencies.prefetch(sets[i + 1]);
      if (sets[i].empty()) continue;
      const auto singles = static_cast<std::uint64_t>(
          std::ranges::count_if(sets[i], [&](Feature feature) { return frequencies[feature] == 1; }));
      const std::uint64_t length = probe_prefix(sets[i].size(), threshold);
      counts[worker] += length > singles ? length - singles : 0;
    }
    return Status();
  }));
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace textkin::join
