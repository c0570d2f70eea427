#include "engine/cleanup/cleanup_choice.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/sort.h"
#include "hash/mix.h"

namespace textkin::engine::cleanup {
namespace {

constexpr std::size_t kLeastSimilar = 800;
constexpr std::size_t kSpread = 800;
constexpr std::size_t kOfACluster = 4;
static_assert(kLeastSimilar + kSpread + kOfACluster * CleanupChoice::kMostClusters <= CleanupChoice::kMostShown);

// The hundredth that a similarity falls into, by integers; kBins for identical documents.
std::size_t bin_of(const KeepDecision& decision) {
  if (decision.identical) return CleanupChoice::kBins;
  const std::uint64_t all = std::uint64_t{decision.size} + decision.size_kept - decision.shared;
  return std::min<std::uint64_t>(std::uint64_t{decision.shared} * CleanupChoice::kBins / all, CleanupChoice::kBins - 1);
}

// Keeps the `most` smallest of what is offered. Key: any order; ties fall to the earlier document.
template <class Key>
class Smallest {
 public:
  explicit Smallest(std::size_t most) : most_(most) {}

  void offer(Key key, DocId doc) {
    if (most_ == 0) return;
    const std::pair entry(key, doc);
    if (heap_.size() == most_) {
      if (!(entry < heap_.front())) return;
      std::ranges::pop_heap(heap_);
      heap_.pop_back();
    }
    heap_.push_back(entry);
    std::ranges::push_heap(heap_);
  }

  // Ascending.
  const std::vector<std::pair<Key, DocId>>& sorted() {
    std::ranges::sort(heap_);
    return heap_;
  }

 private:
  std::size_t most_;
  std::vector<std::pair<Key, DocId>> heap_;
};

// The documents that are shown, each once.
class Shown {
 public:
  explicit Shown(std::vector<DocId>& list) : list_(list) {}

  bool contains(DocId doc) const { return seen_.contains(doc); }
  void add(DocId doc) {
    if (seen_.insert(doc).second) list_.push_back(doc);
  }
  template <class Key>
  void add_all(Smallest<Key>& chosen) {
    for (const auto& [key, doc] : chosen.sorted()) add(doc);
  }

 private:
  std::vector<DocId>& list_;
  std::unordered_set<DocId> seen_;
};

// Kept document and removed document of each removal, sorted.
std::vector<std::uint64_t> members_of_clusters(const std::vector<KeepDecision>& decisions, std::uint64_t removed) {
  std::vector<std::uint64_t> members;
  members.reserve(removed);
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc) members.push_back(std::uint64_t{decisions[doc].kept} << 32 | doc);
  base::sort(members.data(), members.size());
  return members;
}

// Calls visit(kept document, its members) for each cluster, in order of the kept documents.
template <class Visit>
void for_each_cluster(const std::vector<std::uint64_t>& members, Visit&& visit) {
  for (auto begin = members.begin(); begin != members.end();) {
    const auto kept = static_cast<DocId>(*begin >> 32);
    const auto end = std::find_if(begin, members.end(), [&](std::uint64_t member) { return member >> 32 != kept; });
    visit(kept, begin, end);
    begin = end;
  }
}

}  // namespace

CleanupChoice choose_for_report(const std::vector<KeepDecision>& decisions) {
  CleanupChoice choice;
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    if (decisions[doc].kept == doc) continue;
    ++choice.removed;
    const std::size_t bin = bin_of(decisions[doc]);
    if (bin == CleanupChoice::kBins)
      ++choice.identical;
    else
      ++choice.similarities[bin];
  }
  Shown shown(choice.shown);
  Smallest<double> least(choice.removed <= CleanupChoice::kMostShown ? choice.removed : kLeastSimilar);
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc) least.offer(decisions[doc].similarity(), doc);
  shown.add_all(least);

  const auto filled = static_cast<std::size_t>(
      std::ranges::count_if(choice.similarities, [](auto n) { return n > 0; }) + (choice.identical > 0));
  std::vector<Smallest<std::uint64_t>> drawn(CleanupChoice::kBins + 1,
                                             Smallest<std::uint64_t>(kSpread / std::max<std::size_t>(filled, 1)));
  for (DocId doc = 0; doc < decisions.size(); ++doc)
    if (decisions[doc].kept != doc && !shown.contains(doc))
      drawn[bin_of(decisions[doc])].offer(hash::stream_word(0, doc), doc);
  for (Smallest<std::uint64_t>& of_bin : drawn) shown.add_all(of_bin);

  const std::vector<std::uint64_t> members = members_of_clusters(decisions, choice.removed);
  Smallest<std::uint32_t> largest(CleanupChoice::kMostClusters);
  for_each_cluster(members, [&](DocId kept, auto begin, auto end) {
    ++choice.clusters;
    largest.offer(~static_cast<std::uint32_t>(end - begin), kept);
  });
  for (const auto& [not_removed, kept] : largest.sorted()) {
    const auto begin = std::ranges::lower_bound(members, std::uint64_t{kept} << 32);
    Smallest<double> of_cluster(kOfACluster);
    for (auto member = begin; member != begin + ~not_removed; ++member) {
      const auto doc = static_cast<DocId>(*member);
      of_cluster.offer(decisions[doc].similarity(), doc);
    }
    choice.largest.push_back({kept, ~not_removed, of_cluster.sorted().front().second});
    shown.add_all(of_cluster);
  }
  return choice;
}

}  // namespace textkin::engine::cleanup
