#include <algorithm>
#include <bit>
#include <limits>

#include "base/parallel.h"
#include "join/prefix_join.h"

namespace textkin::join {
namespace {

constexpr unsigned kLeastBits = 10;
constexpr unsigned kMostBits = 28;  // 1 GiB of counters
// A slice should stay in a core's cache (512 KiB of counters), but more of them than this cost more visits of each set
// than they save.
constexpr unsigned kSliceBits = 17;
constexpr unsigned kMostSlicesBits = 7;

}  // namespace

// The table is counted slice by slice: features ascend and a counter is a feature's top bits, so the features of a slice
// are a stretch of every set. Slices share no counter, so threads need no lock and the counts depend on nothing.
Frequencies Frequencies::count(const std::vector<FeatureView>& sets, unsigned threads) {
  std::uint64_t features = 0;
  for (const FeatureView set : sets) features += set.size();
  const unsigned bits = std::clamp(static_cast<unsigned>(std::bit_width(features)), kLeastBits, kMostBits);
  Frequencies table;
  table.shift_ = 64 - bits;
  table.counters_.assign(std::size_t{1} << bits, 0);

  const unsigned slice_bits = std::max(std::min(bits, kSliceBits), bits - std::min(bits, kMostSlicesBits));
  const std::size_t slices = std::size_t{1} << (bits - slice_bits);
  const unsigned slice_shift = table.shift_ + slice_bits;  // 64 where there is one slice: then unused
  // A stretch of slices goes to each task; a place in every set moves along with them.
  const std::size_t tasks = std::min<std::size_t>(slices, std::max(1u, threads));
  const auto count_slices = [&](std::size_t task, unsigned) -> Status {
    const std::size_t begin = slices * task / tasks;
    const std::size_t end = slices * (task + 1) / tasks;
    std::vector<const Feature*> place(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const Feature* first = sets[i].data();
      place[i] = begin == 0 ? first : std::lower_bound(first, first + sets[i].size(), Feature{begin} << slice_shift);
    }
    for (std::size_t slice = begin; slice < end; ++slice) {
      const Feature last = slice + 1 < slices ? (Feature{slice + 1} << slice_shift) - 1 : ~Feature{0};
      for (std::size_t i = 0; i < sets.size(); ++i) {
        const Feature* feature = place[i];
        const Feature* stop = sets[i].data() + sets[i].size();
        for (; feature != stop && *feature <= last; ++feature) {
          std::uint32_t& counter = table.counters_[*feature >> table.shift_];
          counter += counter != std::numeric_limits<std::uint32_t>::max();
        }
        place[i] = feature;
      }
    }
    return {};
  };
  // Fails only when interrupted, and then so does the join that would use the table. Until then no count is better than
  // half of one: a feature that was counted once would be skipped.
  const Status status = base::parallel_for(tasks, threads, count_slices);
  if (!status.ok()) table.counters_.assign(table.counters_.size(), 0);
  return table;
}

std::uint32_t Frequencies::operator[](Feature feature) const { return counters_[feature >> shift_]; }

}  // namespace textkin::join
