#include "join/exact/prefix_join_leaders.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/sort.h"
#include "join/exact/prefix_index.h"
#include "join/exact/probe.h"
#include "join/measures/threshold.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"

namespace textkin::join {
namespace {

constexpr std::size_t kFirstBlock = 64;
constexpr std::size_t kLargestBlock = 4096;
constexpr std::size_t kTask = 16;  // records

// Non-empty sets that take part, best first.
std::vector<DocId> in_keep_order(const std::vector<FeatureView>& sets, const KeepOrder& order,
                                 std::span<const std::uint8_t> skip) {
  std::vector<std::uint64_t> keys;
  for (std::size_t doc = 0; doc < sets.size(); ++doc) {
    if (sets[doc].empty() || (!skip.empty() && skip[doc] != 0)) continue;
    keys.push_back(std::uint64_t{order.of(static_cast<DocId>(doc))} << 32 | doc);
  }
  base::sort(keys.data(), keys.size());
  std::vector<DocId> records(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) records[i] = static_cast<DocId>(keys[i]);
  return records;
}

struct PrefixWorker {
  Probe probe;
  std::vector<VerifiedPair> pairs;
  VerifyCounts counts;
};

// The keep rule by blocks of records, best first: every record of a block asks, in parallel, those kept before the
// block; then those left ask the kept ones of their own block, in order. Since the latter are all worse than the
// former, each record is compared with the kept ones that it would meet one by one, in the same order.
//
// The index is made of all records' prefixes; its lists are then emptied and filled again, in place, by the kept ones.
class OnlineJoin {
 public:
  OnlineJoin(const std::vector<FeatureView>& sets, std::span<const DocId> records, PrefixIndex& index, double threshold,
             DocId stays_from, unsigned threads)
      : sets_(sets),
        records_(records),
        index_(index),
        stays_from_(stays_from),
        list_sizes_(index.list_begin.size() - 1, 0) {
    sizes_.reserve(records.size());
    for (const DocId doc : records) sizes_.push_back(static_cast<std::uint32_t>(sets[doc].size()));
    workers_.assign(threads, PrefixWorker{.probe = Probe(sizes_, threshold), .pairs = {}, .counts = {}});
  }

  Status run() {
    const auto threads = static_cast<unsigned>(workers_.size());
    std::vector<std::uint8_t> removed;
    std::size_t block = kFirstBlock;
    for (std::size_t from = 0; from < records_.size(); from += removed.size()) {
      removed.assign(std::min(block, records_.size() - from), 0);
      const std::size_t tasks = (removed.size() + kTask - 1) / kTask;
      TEXTKIN_RETURN_IF_ERROR(base::parallel_for(tasks, threads, [&](std::size_t task, unsigned worker) {
        const std::size_t end = std::min(removed.size(), (task + 1) * kTask);
        for (std::size_t i = task * kTask; i < end; ++i) {
          const auto record = static_cast<std::uint32_t>(from + i);
          removed[i] = !stays_anyway(record) && ask(record, 0, workers_[worker]);
        }
        return Status();
      }));
      for (std::size_t i = 0; i < removed.size(); ++i) {
        const auto record = static_cast<std::uint32_t>(from + i);
        if (removed[i]) continue;
        if (stays_anyway(record) || !ask(record, static_cast<std::uint32_t>(from), workers_[0])) keep(record);
      }
      block = std::min(block * 2, kLargestBlock);
    }
    return {};
  }

  std::vector<PrefixWorker>& workers() { return workers_; }

 private:
  bool stays_anyway(std::uint32_t record) const { return records_[record] >= stays_from_; }

  // Compares a record with the kept records from `first` on; true where one is similar.
  bool ask(std::uint32_t record, std::uint32_t first, PrefixWorker& own) const {
    own.probe.start(sizes_[record]);
    const std::uint64_t begin = index_.begin[record];
    for (std::uint64_t i = begin; i < index_.begin[record + 1]; ++i) {
      const std::uint32_t token = index_.tokens[i];
      if (token == kNoToken) continue;
      const auto position = static_cast<std::uint32_t>(index_.first_position[record] + (i - begin));
      const Posting* list = index_.postings.data() + index_.list_begin[token];
      for (const Posting* posting = list + list_sizes_[token]; posting != list && posting[-1].record >= first;) {
        own.probe.meet(position, *--posting);
      }
    }
    const std::span<std::uint32_t> met = own.probe.met();
    base::sort(met.data(), met.size());
    for (const std::uint32_t other : met) {
      if (own.probe.is_candidate(other) && verify(record, other, own)) return true;
    }
    return false;
  }

  bool verify(std::uint32_t record, std::uint32_t other, PrefixWorker& own) const {
    ++own.counts.candidates;
    if (!own.probe.passes(other)) return false;
    ++own.counts.verified;
    const FeatureView set = sets_[records_[record]];
    const FeatureView other_set = sets_[records_[other]];
    const auto shared = overlap_at_least(set, other_set, own.probe.needed(other));
    if (!shared) return false;
    own.pairs.push_back({.a = records_[record],
                         .b = records_[other],
                         .shared = static_cast<std::uint32_t>(*shared),
                         .size_a = static_cast<std::uint32_t>(set.size()),
                         .size_b = static_cast<std::uint32_t>(other_set.size())});
    return true;
  }

  void keep(std::uint32_t record) {
    const std::uint64_t begin = index_.begin[record];
    for (std::uint64_t i = begin; i < index_.begin[record + 1]; ++i) {
      const std::uint32_t token = index_.tokens[i];
      if (token == kNoToken) continue;
      // Never past the place that the full list gave this record, so what is overwritten is a better record's place.
      index_.postings[index_.list_begin[token] + list_sizes_[token]++] = {
          .record = record, .position = static_cast<std::uint32_t>(index_.first_position[record] + (i - begin))};
    }
  }

  const std::vector<FeatureView>& sets_;
  std::span<const DocId> records_;
  PrefixIndex& index_;
  DocId stays_from_;
  std::vector<std::uint32_t> list_sizes_;
  std::vector<std::uint32_t> sizes_;
  std::vector<PrefixWorker> workers_;
};

}  // namespace

Result<std::vector<VerifiedPair>> prefix_join_leaders(const std::vector<FeatureView>& sets, double threshold,
                                                      const Frequencies& frequencies, const KeepOrder& order,
                                                      std::span<const std::uint8_t> skip, unsigned threads,
                                                      VerifyCounts& counts, DocId stays_from) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(threshold));
  threads = std::max(1u, threads);
  const std::vector<DocId> records = in_keep_order(sets, order, skip);
  TEXTKIN_ASSIGN_OR_RETURN(PrefixIndex index,
                           make_prefix_index(sets, records, {}, frequencies,
                                             {.threshold = threshold, .ascending_sizes = false, .threads = threads}));
  OnlineJoin join(sets, records, index, threshold, stays_from, threads);
  TEXTKIN_RETURN_IF_ERROR(join.run());
  std::vector<std::vector<VerifiedPair>> shares;
  for (PrefixWorker& worker : join.workers()) {
    counts.candidates += worker.counts.candidates;
    counts.verified += worker.counts.verified;
    shares.push_back(std::move(worker.pairs));
  }
  return merge_pairs(std::move(shares));
}

}  // namespace textkin::join
