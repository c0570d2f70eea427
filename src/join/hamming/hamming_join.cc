#include "join/hamming/hamming_join.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "base/parallel.h"
#include "base/sort.h"
#include "join/hamming/hamming_table.h"

namespace textkin::join {
namespace {

// To sort a fingerprint into a table takes as long as so many comparisons.
constexpr std::size_t kComparisonsASort = 20;

constexpr std::size_t kRowsATask = 1u << 14;
constexpr std::size_t kProbesATask = 1u << 12;

// What the threads found so far, each on its own.
class Findings {
 public:
  // Pairs stand twice for a while: where they were found, and all together.
  explicit Findings(const HammingLimits& limits)
      : most_(limits.pair_bytes / 3 / sizeof(std::uint64_t)), of_(limits.threads) {}

  struct Worker {
    std::vector<std::uint64_t> pairs;
    std::size_t counted = 0;
    std::uint64_t compared = 0;
    void add(std::uint64_t a, std::uint64_t b) { pairs.push_back(a << 32 | b); }
  };
  Worker& operator[](unsigned worker) { return of_[worker]; }

  // Asked by a worker now and then.
  Status check(unsigned worker) {
    Worker& own = of_[worker];
    const std::uint64_t before = total_.fetch_add(own.pairs.size() - own.counted, std::memory_order_relaxed);
    const std::uint64_t now = before + own.pairs.size() - own.counted;
    own.counted = own.pairs.size();
    if (now <= most_) return {};
    return Status(Code::kExhausted, "--memory has room for " + std::to_string(most_) +
                                        " pairs of fingerprints, and there are more; give more, or take a smaller "
                                        "--distance");
  }

  HammingPairs take() {
    HammingPairs out;
    std::vector<std::uint64_t> all;
    for (Worker& worker : of_) {
      all.insert(all.end(), worker.pairs.begin(), worker.pairs.end());
      out.compared += worker.compared;
      worker = {};
    }
    base::sort(all.data(), all.size());
    out.pairs.reserve(all.size());
    for (const std::uint64_t pair : all)
      out.pairs.push_back({static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)});
    return out;
  }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> total_{0};
  std::vector<Worker> of_;
};

std::size_t parts_of(const Fingerprints& codes, const HammingLimits& limits) {
  const std::size_t rows = std::max<std::uint64_t>(1, limits.table_bytes / sizeof(base::KeyValue));
  return (codes.size() + rows - 1) / rows;
}

// Calls use(key, table, part) for every part of every table.
template <class Use>
Status for_tables(const Fingerprints& codes, const HammingPlan& plan, const HammingLimits& limits, Use use) {
  const std::size_t parts = parts_of(codes, limits);
  for (const TableKey& key : table_keys(plan)) {
    for (std::size_t part = 0; part < parts; ++part) {
      TEXTKIN_ASSIGN_OR_RETURN(const HammingTable table, HammingTable::make(codes, key, part, parts, limits.threads));
      TEXTKIN_RETURN_IF_ERROR(use(key, table, part));
    }
  }
  return {};
}

// The pairs of one key: their fingerprints side by side first, since they lie anywhere.
void join_group(const Fingerprints& codes, const HammingPlan& plan, const TableKey& key,
                std::span<const base::KeyValue> group, std::vector<Fingerprint>& at_hand, Findings::Worker& found) {
  at_hand.clear();
  for (const base::KeyValue& row : group) at_hand.push_back(codes[row.value]);
  for (std::size_t i = 0; i + 1 < group.size(); ++i)
    for (std::size_t j = i + 1; j < group.size(); ++j)
      if (hamming_distance(at_hand[i], at_hand[j]) <= plan.distance && key.owns(at_hand[i] ^ at_hand[j]))
        found.add(group[i].value, group[j].value);
  found.compared += group.size() * (group.size() - 1) / 2;
}

Result<HammingPairs> compare_all(const Fingerprints& codes, const Fingerprints& probes, const HammingPlan& plan,
                                 const HammingLimits& limits) {
  Findings found(limits);
  const std::size_t tasks = (codes.size() + kRowsATask - 1) / kRowsATask;
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(tasks, limits.threads, [&](std::size_t task, unsigned worker) {
    const std::size_t end = std::min(codes.size(), (task + 1) * kRowsATask);
    for (std::size_t a = task * kRowsATask; a < end; ++a)
      for (std::size_t b = 0; b < probes.size(); ++b)
        if (hamming_distance(codes[a], probes[b]) <= plan.distance) found[worker].add(a, b);
    found[worker].compared += (end - task * kRowsATask) * probes.size();
    return found.check(worker);
  }));
  return found.take();
}

}  // namespace

Result<HammingPairs> hamming_self_join(const Fingerprints& codes, const HammingPlan& plan,
                                       const HammingLimits& limits) {
  Findings found(limits);
  std::vector<std::vector<Fingerprint>> at_hand(limits.threads);
  const auto join = [&](const TableKey& key, const HammingTable& table, std::size_t) {
    const std::span<const base::KeyValue> rows = table.rows();
    const std::size_t tasks = (rows.size() + kRowsATask - 1) / kRowsATask;
    // A task has the groups that begin in its stretch.
    return base::parallel_for(tasks, limits.threads, [&](std::size_t task, unsigned worker) {
      std::size_t begin = task * kRowsATask;
      const std::size_t end = std::min(rows.size(), begin + kRowsATask);
      while (begin > 0 && begin < end && rows[begin].key == rows[begin - 1].key) ++begin;
      while (begin < end) {
        std::size_t next = begin + 1;
        while (next < rows.size() && rows[next].key == rows[begin].key) ++next;
        if (next - begin > 1)
          join_group(codes, plan, key, rows.subspan(begin, next - begin), at_hand[worker], found[worker]);
        begin = next;
      }
      return found.check(worker);
    });
  };
  TEXTKIN_RETURN_IF_ERROR(for_tables(codes, plan, limits, join));
  return found.take();
}

Result<HammingPairs> hamming_probe(const Fingerprints& codes, const Fingerprints& probes, const HammingPlan& plan,
                                   const HammingLimits& limits) {
  if (probes.size() <= kComparisonsASort * plan.tables) return compare_all(codes, probes, plan, limits);
  Findings found(limits);
  const std::size_t parts = parts_of(codes, limits);
  const std::size_t tasks = (probes.size() + kProbesATask - 1) / kProbesATask;
  const auto probe = [&](const TableKey& key, const HammingTable& table, std::size_t part) {
    return base::parallel_for(tasks, limits.threads, [&](std::size_t task, unsigned worker) {
      const std::size_t end = std::min(probes.size(), (task + 1) * kProbesATask);
      for (std::size_t b = task * kProbesATask; b < end; ++b) {
        const Fingerprint code = probes[b];
        const std::uint64_t mixed = key.mixed(code);
        if (HammingTable::part_of(mixed, parts) != part) continue;
        const std::span<const base::KeyValue> met = table.find(mixed);
        for (const base::KeyValue& row : met) {
          const Fingerprint other = codes[row.value];
          if (hamming_distance(code, other) <= plan.distance && key.owns(code ^ other)) found[worker].add(row.value, b);
        }
        found[worker].compared += met.size();
      }
      return found.check(worker);
    });
  };
  TEXTKIN_RETURN_IF_ERROR(for_tables(codes, plan, limits, probe));
  return found.take();
}

}  // namespace textkin::join
