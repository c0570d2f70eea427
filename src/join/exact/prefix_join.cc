#include "join/exact/prefix_join.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/sort.h"
#include "join/exact/prefix_index.h"
#include "join/exact/probe.h"
#include "join/measures/threshold.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {
namespace {

constexpr std::size_t kBlock = 64;  // records a task

// Non-empty sets that take part, by size, then document.
std::vector<DocId> by_size(const std::vector<FeatureView>& sets, std::span<const std::uint8_t> skip) {
  std::vector<std::uint64_t> keys;
  for (std::size_t doc = 0; doc < sets.size(); ++doc) {
    if (!sets[doc].empty() && (skip.empty() || skip[doc] == 0)) keys.push_back(sets[doc].size() << 32 | doc);
  }
  base::sort(keys.data(), keys.size());
  std::vector<DocId> records(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) records[i] = static_cast<DocId>(keys[i]);
  return records;
}

struct PairWorker {
  Probe probe;
  std::vector<VerifiedPair> pairs;
  VerifyCounts counts;
};

// Each record asks for the records before it, which are at most as large: the lists need only the short index prefix.
class SizeOrderedJoin {
 public:
  SizeOrderedJoin(const std::vector<FeatureView>& sets, std::span<const DocId> records,
                  std::span<const std::uint8_t> side, const PrefixIndex& index, const Threshold& threshold)
      : sets_(sets), records_(records), side_(side), index_(index), threshold_(threshold), sizes_(records.size()) {
    for (std::size_t i = 0; i < records.size(); ++i) sizes_[i] = static_cast<std::uint32_t>(sets[records[i]].size());
  }

  std::span<const std::uint32_t> sizes() const { return sizes_; }

  void ask(std::uint32_t record, PairWorker& own) const {
    const std::uint32_t size = sizes_[record];
    const Part part = part_of(threshold_, side_, records_[record]);
    const auto least = least_partner_size(size, threshold_, part);
    const auto first =
        static_cast<std::uint32_t>(std::lower_bound(sizes_.begin(), sizes_.begin() + record, least) - sizes_.begin());
    if (first == record) return;
    own.probe.start(size, part);
    const std::uint64_t begin = index_.begin[record];
    for (std::uint64_t i = begin; i < index_.begin[record + 1]; ++i) {
      if (index_.tokens[i] == kNoToken) continue;
      const auto position = static_cast<std::uint32_t>(index_.first_position[record] + (i - begin));
      for (const Posting& posting : list(index_.tokens[i], record, first)) {
        if (posting.record >= record) break;
        own.probe.meet(position, posting);
      }
    }
    for (const std::uint32_t other : own.probe.met()) verify(record, other, own);
  }

 private:
  // The postings that `record` may meet, from record `first` on.
  std::span<const Posting> list(std::uint32_t token, std::uint32_t record, std::uint32_t first) const {
    const std::uint64_t number = side_.empty() ? token : 2ull * token + (side_[records_[record]] == 0);
    const Posting* begin = index_.postings.data() + index_.list_begin[number];
    const Posting* end = index_.postings.data() + index_.list_begin[number + 1];
    if (begin != end && begin->record < first) {
      begin = std::lower_bound(begin, end, first, [](const Posting& p, std::uint32_t r) { return p.record < r; });
    }
    return {begin, end};
  }

  void verify(std::uint32_t record, std::uint32_t other, PairWorker& own) const {
    if (!own.probe.is_candidate(other)) return;
    ++own.counts.candidates;
    if (!own.probe.passes(other)) return;
    ++own.counts.verified;
    const DocId a = std::min(records_[record], records_[other]);
    const DocId b = std::max(records_[record], records_[other]);
    const auto shared = overlap_at_least(sets_[a], sets_[b], own.probe.needed(other));
    if (!shared) return;
    own.pairs.push_back({.a = a,
                         .b = b,
                         .shared = static_cast<std::uint32_t>(*shared),
                         .size_a = static_cast<std::uint32_t>(sets_[a].size()),
                         .size_b = static_cast<std::uint32_t>(sets_[b].size())});
  }

  const std::vector<FeatureView>& sets_;
  std::span<const DocId> records_;
  std::span<const std::uint8_t> side_;
  const PrefixIndex& index_;
  Threshold threshold_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace

Result<std::vector<VerifiedPair>> prefix_join(const std::vector<FeatureView>& sets, const Threshold& threshold,
                                              const Frequencies& frequencies, std::span<const std::uint8_t> skip,
                                              std::span<const std::uint8_t> side, unsigned threads,
                                              VerifyCounts& counts) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(threshold));
  threads = std::max(1u, threads);
  const std::vector<DocId> records = by_size(sets, skip);
  TEXTKIN_ASSIGN_OR_RETURN(const PrefixIndex index,
                           make_prefix_index(sets, records, side, frequencies,
                                             {.threshold = threshold, .ascending_sizes = true, .threads = threads}));
  const SizeOrderedJoin join(sets, records, side, index, threshold);
  std::vector<PairWorker> workers(threads,
                                  PairWorker{.probe = Probe(join.sizes(), threshold), .pairs = {}, .counts = {}});
  const std::size_t blocks = (records.size() + kBlock - 1) / kBlock;
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(blocks, threads, [&](std::size_t block, unsigned worker) {
    const std::size_t end = std::min(records.size(), (block + 1) * kBlock);
    for (std::size_t record = block * kBlock; record < end; ++record) {
      join.ask(static_cast<std::uint32_t>(record), workers[worker]);
    }
    return Status();
  }));
  std::vector<std::vector<VerifiedPair>> shares;
  for (PairWorker& worker : workers) {
    counts.candidates += worker.counts.candidates;
    counts.verified += worker.counts.verified;
    shares.push_back(std::move(worker.pairs));
  }
  return merge_pairs(std::move(shares));
}

}  // namespace textkin::join
