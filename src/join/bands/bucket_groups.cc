#include "join/bands/bucket_groups.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/free_room.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "join/bands/components.h"
#include "join/bands/lone_keys.h"
#include "join/bands/no_such_document.h"
#include "join/bands/short_sets.h"

namespace textkin::join {
namespace {

using Ranks = std::span<const std::uint32_t>;

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNone = kMost;

// What a group needs is counted in these, so that 32 bits a document are enough; the most stands for more, too.
constexpr std::uint64_t kUnit = 16;
constexpr std::uint32_t units_of(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>((bytes + kUnit - 1) / kUnit, kMost));
}
constexpr std::uint32_t add(std::uint32_t a, std::uint32_t b) { return a > kMost - b ? kMost : a + b; }
constexpr std::uint32_t kMemberUnits = units_of(104);
constexpr std::uint32_t bucket_units(std::uint64_t members) { return units_of(12 * members + 20); }

// Partitions of the lists: enough that each is small, no more than that.
constexpr std::uint64_t kRecordsAPartition = 1 << 16;
constexpr std::uint64_t kMostPartitions = 256;

std::uint64_t hash_of(Ranks list) { return XXH3_64bits(list.data(), list.size_bytes()); }

std::size_t partitions_for(std::uint64_t records, std::uint64_t memory) {
  // A membership takes 4 bytes and most of them have company in a bucket: if records may exceed the memory, be ready.
  if (records > memory / 16) return kMostPartitions;
  return std::bit_ceil(std::clamp<std::uint64_t>(records / kRecordsAPartition, 1, kMostPartitions));
}

// What one thread needs.
struct Scatterer {
  LoneKeys lone;
  std::vector<base::KeyValue> records;  // of a partition; then its lists' hashes and places
  std::vector<std::uint32_t> lists;
  std::vector<std::uint64_t> sizes;  // by partition or group
  std::vector<std::vector<std::uint32_t>> sorted;
  std::vector<std::size_t> used;
  std::uint64_t largest_bucket = 0;
};

// Brings lists to partitions: exact sizes first, then the lists.
template <class PartitionOf>
Status scatter(const std::vector<std::uint32_t>& lists, const PartitionOf& partition_of, Scatterer& own,
               BucketStore& store) {
  own.sizes.resize(std::max(own.sizes.size(), store.partitions()), 0);
  own.sorted.resize(std::max(own.sorted.size(), store.partitions()));
  own.used.clear();
  for_lists(lists, [&](Ranks list) {
    const std::size_t partition = partition_of(list);
    if (own.sizes[partition] == 0) own.used.push_back(partition);
    own.sizes[partition] += list.size() + 1;
  });
  for (const std::size_t partition : own.used) {
    own.sorted[partition].reserve(std::exchange(own.sizes[partition], 0));
  }
  for_lists(lists, [&](Ranks list) {
    auto& out = own.sorted[partition_of(list)];
    out.insert(out.end(), list.data() - 1, list.data() + list.size());
  });
  for (const std::size_t partition : own.used) {
    TEXTKIN_RETURN_IF_ERROR(store.add(partition, std::exchange(own.sorted[partition], {})));
  }
  return {};
}

}  // namespace

class BucketCollector {
 public:
  BucketCollector(const KeepOrder& order, std::span<const std::uint8_t> skip, std::size_t documents,
                  const GroupOptions& options)
      : order_(order),
        skip_(skip),
        documents_(documents),
        options_(options),
        threads_(std::max(1u, options.threads)),
        workers_(threads_) {
    groups_.scratch_ = std::make_unique<base::ScratchFile>(options.scratch);
    groups_.budget_ = std::make_unique<base::MemoryBudget>(options.memory);
  }

  Result<BucketGroups> run(base::RecordPartitions& records) {
    BucketStore found(partitions_for(records.size(), options_.memory), *groups_.budget_, *groups_.scratch_);
    TEXTKIN_RETURN_IF_ERROR(find(records, found));
    workers_.assign(threads_, {});
    BucketStore distinct(found.partitions(), *groups_.budget_, *groups_.scratch_);
    {
      Components components(documents_);
      weights_.assign(documents_, 0);
      TEXTKIN_RETURN_IF_ERROR(unite(found, components, distinct));
      weigh(components);
    }
    TEXTKIN_RETURN_IF_ERROR(cut());
    place();
    TEXTKIN_RETURN_IF_ERROR(distribute(distinct));
    return std::move(groups_);
  }

 private:
  // Records -> buckets as lists of ranks.
  Status find(base::RecordPartitions& records, BucketStore& found) {
    const std::uint64_t partitions = found.partitions();
    const auto partition_of = [&](Ranks list) { return (hash_of(list) >> 32) * partitions >> 32; };
    return base::parallel_for(base::RecordPartitions::kPartitions, threads_, [&](std::size_t i, unsigned worker) {
      Scatterer& own = workers_[worker];
      own.records.clear();
      own.lists.clear();
      TEXTKIN_RETURN_IF_ERROR(records.take(i, own.records));
      own.lone.remove(own.records);
      base::sort(own.records.data(), own.records.size());
      TEXTKIN_RETURN_IF_ERROR(append_buckets(own.records, own.lists));
      return scatter(own.lists, partition_of, own, found);
    });
  }

  // Appends the buckets that hold two or more documents.
  Status append_buckets(std::span<const base::KeyValue> records, std::vector<std::uint32_t>& lists) const {
    for (std::size_t from = 0, to = 0; from < records.size(); from = to) {
      to = end_of_bucket(records, from);
      if (to - from < 2 || is_of_cut_set(records[from].key)) continue;
      const std::size_t begin = lists.size();
      std::size_t whole = 0;  // those who did not come without an element stand first
      lists.push_back(0);
      for (std::size_t i = from; i < to; ++i) {
        if (i > from && records[i].value == records[i - 1].value) continue;
        if (records[i].value >= documents_) return no_such_document(records[i].value, documents_);
        const auto doc = static_cast<DocId>(records[i].value);
        if (!skip_.empty() && skip_[doc] != 0) continue;
        lists.push_back(order_.of(doc));
        whole += !is_of_cut_set(records[i].key);
      }
      close_bucket(begin, whole, lists);
    }
    return {};
  }

  // What came without an element is alike to the one whole set at most, so that a star is enough. Two whole sets have
  // one key by chance alone: then all are compared.
  void close_bucket(std::size_t begin, std::size_t whole, std::vector<std::uint32_t>& lists) const {
    const std::size_t count = lists.size() - begin - 1;
    if (count < 2 || whole == 0) {
      lists.resize(begin);
      return;
    }
    if (whole > 1 || count == 2) {
      lists[begin] = static_cast<std::uint32_t>(count);
      std::ranges::sort(lists.begin() + static_cast<std::ptrdiff_t>(begin) + 1, lists.end());
      return;
    }
    const std::uint32_t centre = lists[begin + 1];
    const std::vector<std::uint32_t> others(lists.begin() + static_cast<std::ptrdiff_t>(begin) + 2, lists.end());
    lists.resize(begin);
    for (const std::uint32_t other : others)
      if (other != centre) lists.insert(lists.end(), {2, std::min(centre, other), std::max(centre, other)});
  }

  // Equal lists become one; its members are united, and its weight is laid on the first of them.
  Status unite(BucketStore& found, Components& components, BucketStore& distinct) {
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(found.partitions(), threads_, [&](std::size_t i, unsigned worker) {
      Scatterer& own = workers_[worker];
      own.lists.clear();
      TEXTKIN_RETURN_IF_ERROR(found.take(i, own.lists));
      const std::size_t words = sort_distinct(own);
      std::vector<std::uint32_t> kept;
      kept.reserve(words);
      for (const base::KeyValue& entry : own.records) {
        const Ranks list = list_at(own.lists, entry.value);
        kept.insert(kept.end(), list.data() - 1, list.data() + list.size());
        components.unite(list);
        std::atomic_ref<std::uint32_t> weight(weights_[list.front()]);
        const std::uint32_t units = bucket_units(list.size());
        std::uint32_t before = weight.load(std::memory_order_relaxed);
        while (!weight.compare_exchange_weak(before, add(before, units), std::memory_order_relaxed)) {
        }
        own.largest_bucket = std::max<std::uint64_t>(own.largest_bucket, list.size());
      }
      return distinct.add(i, std::move(kept));
    }));
    for (const Scatterer& worker : workers_) {
      groups_.largest_bucket_ = std::max(groups_.largest_bucket_, worker.largest_bucket);
    }
    workers_.assign(threads_, {});
    return {};
  }

  // Leaves in own.records one entry for each list that no other equals; returns the words of these lists.
  static std::size_t sort_distinct(Scatterer& own) {
    own.records.clear();
    for_lists(std::as_const(own.lists), [&](Ranks list) {
      const auto at = static_cast<std::uint64_t>(list.data() - 1 - own.lists.data());
      own.records.push_back({.value = at, .key = hash_of(list)});
    });
    base::sort(own.records.data(), own.records.size());
    std::size_t words = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < own.records.size(); ++i) {
      const base::KeyValue entry = own.records[i];
      const Ranks list = list_at(own.lists, entry.value);
      bool is_new = true;
      // Lists with equal hashes are compared.
      for (std::size_t other = kept; is_new && other > 0 && own.records[other - 1].key == entry.key; --other) {
        is_new = !std::ranges::equal(list, list_at(own.lists, own.records[other - 1].value));
      }
      if (!is_new) continue;
      own.records[kept++] = entry;
      words += list.size() + 1;
    }
    own.records.resize(kept);
    return words;
  }

  static Ranks list_at(const std::vector<std::uint32_t>& lists, std::uint64_t at) {
    return Ranks(lists).subspan(at + 1, lists[at]);
  }

  // Numbers the components by their best ranks and counts what each has and needs. Afterwards weights_[rank] is the
  // number of its component, or kNone.
  void weigh(Components& components) {
    for (std::uint32_t rank = 0; rank < documents_; ++rank) {
      if (!components.has(rank)) {
        weights_[rank] = kNone;
        continue;
      }
      // The root of a component is its best rank, and so has its number already.
      const std::uint32_t root = components.root(rank);
      const std::uint32_t component = root == rank ? static_cast<std::uint32_t>(needs_.size()) : weights_[root];
      if (root == rank) {
        needs_.push_back(0);
        groups_.component_end_.push_back(0);
      }
      needs_[component] = add(needs_[component], add(weights_[rank], kMemberUnits));
      ++groups_.component_end_[component];
      weights_[rank] = component;
    }
  }

  // Components -> groups.
  Status cut() {
    const std::uint64_t memory = options_.memory / kUnit;
    std::uint64_t all = 0;
    std::uint32_t largest = 0;
    for (const std::uint32_t need : needs_) {
      all += need;
      largest = std::max(largest, need);
    }
    std::uint64_t most = all;
    if (all > memory) {
      if (largest > memory || largest == kMost) {
        const std::uint64_t needed = largest * kUnit;
        return Status(Code::kExhausted, options_.too_little
                                            ? options_.too_little(needed)
                                            : "a set of documents that share buckets needs " + std::to_string(needed) +
                                                  " bytes of memory; give more");
      }
      // The rest is for the lists of the other groups.
      most = std::max<std::uint64_t>(memory / 2, largest);
    }
    most = std::min(most, std::max<std::uint64_t>(options_.group / kUnit, largest));
    std::uint64_t sum = 0;
    for (std::size_t component = 0; component < needs_.size(); ++component) {
      if (groups_.groups_.empty() || sum + needs_[component] > most) {
        groups_.groups_.push_back({component, component});
        sum = 0;
      }
      sum += needs_[component];
      groups_.groups_.back().end_component = component + 1;
    }
    most_ = most * kUnit;
    base::free_room(needs_);
    return {};
  }

  // Gives every member its place: by component, then by rank. Afterwards weights_[rank] is the place.
  void place() {
    std::vector<std::uint32_t>& end = groups_.component_end_;
    std::uint32_t members = 0;
    for (std::uint32_t& entry : end) members += std::exchange(entry, members);
    for (std::uint32_t& entry : weights_) {
      if (entry != kNone) entry = end[entry]++;
    }
    groups_.members_.resize(members);
    for (std::size_t doc = 0; doc < documents_; ++doc) {
      const std::uint32_t place = weights_[order_.of(static_cast<DocId>(doc))];
      if (place != kNone) groups_.members_[place] = static_cast<DocId>(doc);
    }
  }

  // Lists of ranks -> lists of places, by group.
  Status distribute(BucketStore& distinct) {
    const std::vector<BucketGroups::Group>& groups = groups_.groups_;
    groups_.lists_ = std::make_unique<BucketStore>(groups.size(), *groups_.budget_, *groups_.scratch_);
    std::vector<std::uint64_t> ends;
    for (const auto& group : groups) ends.push_back(groups_.place_of(group.end_component));
    const auto group_of = [&](Ranks list) {
      return static_cast<std::size_t>(std::ranges::upper_bound(ends, std::uint64_t{list.front()}) - ends.begin());
    };
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(distinct.partitions(), threads_, [&](std::size_t i, unsigned worker) {
      Scatterer& own = workers_[worker];
      own.lists.clear();
      TEXTKIN_RETURN_IF_ERROR(distinct.take(i, own.lists));
      for_lists(own.lists, [&](std::span<std::uint32_t> list) {
        for (std::uint32_t& rank : list) rank = weights_[rank];
      });
      if (groups.size() == 1) return groups_.lists_->add(0, std::exchange(own.lists, {}));
      return scatter(own.lists, group_of, own, *groups_.lists_);
    }));
    base::free_room(weights_);
    const std::uint64_t room = options_.memory - std::min(options_.memory, most_);
    if (groups.size() > 1 && groups_.budget_->used() > room) return groups_.lists_->spill();
    return {};
  }

  const KeepOrder& order_;
  std::span<const std::uint8_t> skip_;
  const std::size_t documents_;
  const GroupOptions& options_;
  const unsigned threads_;
  std::vector<Scatterer> workers_;
  std::vector<std::uint32_t> weights_;  // by rank: what its buckets need; then its component; then its place
  std::vector<std::uint32_t> needs_;    // by component, in units
  std::uint64_t most_ = 0;              // bytes that a group may need
  BucketGroups groups_;
};

Result<BucketGroups> BucketGroups::collect(base::RecordPartitions& records, const KeepOrder& order,
                                           std::span<const std::uint8_t> skip, std::size_t documents,
                                           const GroupOptions& options) {
  return BucketCollector(order, skip, documents, options).run(records);
}

Result<BucketGraph> BucketGroups::graph(std::size_t group) {
  const Group& own = groups_[group];
  const std::uint64_t first = place_of(own.first_component);
  std::vector<std::uint64_t> begin{0};
  begin.reserve(own.end_component - own.first_component + 1);
  for (std::size_t component = own.first_component; component < own.end_component; ++component) {
    begin.push_back(component_end_[component] - first);
  }
  std::vector<std::uint32_t> lists;
  TEXTKIN_RETURN_IF_ERROR(lists_->take(group, lists));
  for_lists(lists, [&](std::span<std::uint32_t> list) {
    for (std::uint32_t& place : list) place -= static_cast<std::uint32_t>(first);
  });
  const auto from = members_.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<DocId> members(from, from + static_cast<std::ptrdiff_t>(begin.back()));
  return make_bucket_graph(std::move(members), std::move(begin), std::move(lists));
}

}  // namespace textkin::join
