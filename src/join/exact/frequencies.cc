#include "join/exact/frequencies.h"

#include <algorithm>
#include <bit>

#include "base/parallel.h"

namespace textkin::join {
namespace {

constexpr unsigned kLeastBits = 10;
constexpr unsigned kMostBits = 30;  // 1 GiB of counters

}  // namespace

// Every task owns a stretch of the counters, and their overflows. Features ascend and a counter is a feature's top
// bits, so the features of a stretch are a stretch of every set: no lock, and counts that depend on nothing.
Frequencies Frequencies::count(const std::vector<FeatureView>& sets, unsigned threads) {
  std::uint64_t features = 0;
  for (const FeatureView set : sets) features += set.size();
  const unsigned bits = std::clamp(static_cast<unsigned>(std::bit_width(features)), kLeastBits, kMostBits);
  Frequencies table;
  table.shift_ = 64 - bits;
  table.counters_.assign(std::size_t{1} << bits, 0);
  table.overflow_.assign(std::size_t{1} << (bits - kOverflowBits), 0);
  const std::size_t tasks = std::clamp<std::size_t>(threads, 1, table.overflow_.size());
  const auto count_stretch = [&](std::size_t task, unsigned) -> Status {
    const auto first_of = [&](std::size_t t) {
      return Feature{table.overflow_.size() * t / tasks} << (table.shift_ + kOverflowBits);
    };
    const auto stretch_of = [&](FeatureView set) {
      const Feature* from = set.data();
      const Feature* to = from + set.size();
      if (task > 0) from = std::lower_bound(from, to, first_of(task));
      if (task + 1 < tasks) to = std::lower_bound(from, to, first_of(task + 1));
      return FeatureView(from, to);
    };
    FeatureView next = sets.empty() ? FeatureView() : stretch_of(sets.front());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const FeatureView stretch = next;
      if (i + 1 < sets.size()) {
        next = stretch_of(sets[i + 1]);
        table.prefetch(next);
      }
      table.count(stretch);
    }
    return {};
  };
  // Fails only when interrupted, and then so does the join that would use the table. Until then no count is better than
  // half of one: a feature that was counted once would be skipped.
  const Status status = base::parallel_for(tasks, threads, count_stretch);
  if (!status.ok()) table.counters_.assign(table.counters_.size(), 0);
  return table;
}

}  // namespace textkin::join
