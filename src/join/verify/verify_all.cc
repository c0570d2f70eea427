#include "join/verify/verify_all.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "join/exact/growing_prefix_index.h"
#include "join/measures/threshold.h"
#include "join/sets/bitmap_filter.h"
#include "join/sets/feature_arena.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"
#include "join/sets/set_sizes.h"
#include "join/verify/thread_team.h"

namespace textkin::join {
namespace {

using Place = std::uint32_t;  // in BucketGraph::members
using Wanted = std::function<bool(DocId, DocId)>;

// What one thread needs. Pairs and counts are its share of the result.
struct VerifyWorker {
  std::vector<Feature> read;
  FeatureArena arena;                // its share of the sets at hand
  std::vector<std::uint32_t> marks;  // by place in the component: the last visit that met it
  std::uint32_t visit = 0;
  std::vector<Place> candidates;
  std::vector<Feature> prefix;
  std::vector<std::uint8_t> scratch;
  std::vector<VerifiedPair> pairs;
  VerifyCounts counts;
};

// What one component needs while it is worked on; reused from component to component.
struct VerifyScratch {
  explicit VerifyScratch(const Threshold& threshold) : index(threshold) {}

  Place first = 0;  // of the component
  Place end = 0;
  std::uint64_t budget = 0;           // bytes of sets that may be at hand
  std::vector<FeatureView> sets;      // those at hand, by place less `first`
  std::vector<BitmapFilter> filters;  // the same
  GrowingPrefixIndex index;           // of those at hand, by place less `first`, where buckets are large
  bool is_crowded = false;            // whether they are
  std::vector<std::uint8_t> used;     // whether any pair of the member is wanted
};

// All wanted pairs of one component: a stretch of members is brought to hand, as many as the memory holds, and every
// member from there on is compared with its candidates in the stretch; then the next stretch. Where all fits, each set
// is read once; else a set is read once more for each earlier stretch that holds a candidate of it. Where the buckets
// of a member hold many others, an index over the stretch names those that can be similar.
class AllRun {
 public:
  AllRun(const BucketGraph& graph, const VerifyOptions& options, const Wanted& wanted, FeatureSources& sources,
         const TakePairs& take)
      : graph_(graph), options_(options), wanted_(wanted), sources_(sources), take_(take), workers_(sources.size()) {
    for (std::size_t i = 0; i < sources.size(); ++i) scratch_.emplace_back(options.threshold);
  }

  Status run() {
    const auto size = [&](std::size_t c) { return graph_.component_begin[c + 1] - graph_.component_begin[c]; };
    return for_components(graph_.components(), static_cast<unsigned>(sources_.size()), size,
                          [&](std::size_t component, const ThreadTeam& team) { return verify(component, team); });
  }

  std::vector<VerifyWorker>& workers() { return workers_; }

  Status hand_over(VerifyWorker& own) {
    std::vector<VerifiedPair> piece = std::exchange(own.pairs, {});
    const std::lock_guard<std::mutex> lock(taking_);
    return take_(std::move(piece));
  }

 private:
  static constexpr std::size_t kBlock = 64;  // members a step
  // Of the others of a member, when it is asked whether any pair of it is wanted; beyond that it is taken for granted.
  static constexpr std::size_t kMostAsked = 1024;
  static constexpr std::size_t kPiece = 1u << 16;  // pairs that a thread keeps, if somebody takes them

  Status verify(std::size_t component, const ThreadTeam& team) {
    VerifyScratch& scratch = scratch_[team.lead()];
    scratch.first = static_cast<Place>(graph_.component_begin[component]);
    scratch.end = static_cast<Place>(graph_.component_begin[component + 1]);
    scratch.budget = team.size() > 1 ? options_.cache_bytes : options_.cache_bytes / workers_.size();
    const std::size_t members = scratch.end - scratch.first;
    scratch.is_crowded = members >= kLargeComponent && is_crowded(scratch);
    // The index needs, a feature, its rarity (3.4 bytes while it is counted) and for the share in prefixes a posting
    // and a head (24).
    if (scratch.is_crowded) {
      scratch.budget = static_cast<std::uint64_t>(static_cast<double>(scratch.budget) /
                                                  (1.4 + 3 * (1 - options_.threshold.least_jaccard())));
    }
    if (scratch.index.is_ready()) scratch.index.clear();
    scratch.sets.resize(members);
    scratch.filters.resize(members);
    for (unsigned worker = team.lead(); worker < team.lead() + team.size(); ++worker) {
      if (workers_[worker].marks.size() < members) workers_[worker].marks.resize(members, 0);
    }
    TEXTKIN_RETURN_IF_ERROR(find_used(scratch, team));
    for (Place from = scratch.first; from < scratch.end;) {
      Place to = from;
      TEXTKIN_RETURN_IF_ERROR(bring(scratch, team, from, to));
      if (scratch.is_crowded) TEXTKIN_RETURN_IF_ERROR(make_index(scratch, team, from, to));
      TEXTKIN_RETURN_IF_ERROR(by_blocks(team, from, scratch.end, [&](Place member, unsigned worker) {
        return compare(scratch, from, to, member, worker);
      }));
      from = to;
    }
    return {};
  }

  bool is_crowded(const VerifyScratch& scratch) const {
    for (Place member = scratch.first; member < scratch.end; ++member) {
      for (const std::uint32_t bucket : graph_.buckets_of(member)) {
        if (graph_.members_of(bucket).size() > kManyCandidates) return true;
      }
    }
    return false;
  }

  Status make_index(VerifyScratch& scratch, const ThreadTeam& team, Place from, Place to) const {
    std::vector<FeatureView> sets;
    std::vector<std::uint32_t> numbers;
    for (Place local = from - scratch.first; local < to - scratch.first; ++local) {
      if (!scratch.used[local]) continue;
      sets.push_back(scratch.sets[local]);
      numbers.push_back(local);
    }
    return scratch.index.build(sets, numbers, team.size());
  }

  template <class Body>
  static Status by_blocks(const ThreadTeam& team, Place from, Place to, const Body& body) {
    const std::size_t blocks = (to - from + kBlock - 1) / kBlock;
    return team.run(blocks, [&](std::size_t block, unsigned worker) {
      const Place begin = from + static_cast<Place>(block * kBlock);
      const Place end = static_cast<Place>(std::min<std::uint64_t>(to, begin + std::uint64_t{kBlock}));
      for (Place member = begin; member < end; ++member) TEXTKIN_RETURN_IF_ERROR(body(member, worker));
      return Status();
    });
  }

  // A member without a wanted pair must not be read.
  Status find_used(VerifyScratch& scratch, const ThreadTeam& team) {
    scratch.used.assign(scratch.end - scratch.first, 1);
    if (!wanted_) return {};
    return by_blocks(team, scratch.first, scratch.end, [&](Place member, unsigned) {
      std::size_t asked = 0;
      scratch.used[member - scratch.first] = std::ranges::any_of(graph_.buckets_of(member), [&](std::uint32_t bucket) {
        return std::ranges::any_of(graph_.members_of(bucket), [&](Place other) {
          return other != member && (++asked > kMostAsked || is_wanted(member, other));
        });
      });
      return Status();
    });
  }

  // Reads members from `from` on until the budget is spent; `to` is the first that is not at hand.
  Status bring(VerifyScratch& scratch, const ThreadTeam& team, Place from, Place& to) {
    for (unsigned worker = team.lead(); worker < team.lead() + team.size(); ++worker) workers_[worker].arena.clear();
    to = from;
    std::uint64_t bytes = 0;
    do {
      const std::size_t count = std::min<std::size_t>(scratch.end - to, team.size() > 1 ? kBlock : 1);
      TEXTKIN_RETURN_IF_ERROR(team.run(count, [&](std::size_t i, unsigned worker) {
        const Place member = to + static_cast<Place>(i);
        if (!scratch.used[member - scratch.first]) return Status();
        VerifyWorker& own = workers_[worker];
        TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[member], own.read));
        scratch.sets[member - scratch.first] = own.arena.store(own.read);
        scratch.filters[member - scratch.first] = BitmapFilter(own.read);
        return Status();
      }));
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t local = to + i - scratch.first;
        if (scratch.used[local]) bytes += scratch.sets[local].size_bytes();
      }
      to += static_cast<Place>(count);
    } while (to < scratch.end && bytes < scratch.budget);
    return {};
  }

  // Compares a member with its better candidates in [from, to).
  Status compare(VerifyScratch& scratch, Place from, Place to, Place member, unsigned worker) {
    if (!scratch.used[member - scratch.first]) return {};
    VerifyWorker& own = workers_[worker];
    const Place end = std::min(to, member);
    const bool ask_index = scratch.is_crowded && is_met_by_many(from, end, member);
    if (!ask_index) {
      gather(scratch, from, end, member, own);
      if (own.candidates.empty()) return {};
    }
    FeatureView set = scratch.sets[member - scratch.first];
    if (member >= to) {
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[member], own.read));
      set = own.read;
    }
    if (ask_index) {
      scratch.index.prefix_of(set, own.scratch, own.prefix);
      scratch.index.find(own.prefix, from - scratch.first, end - scratch.first, own.candidates);
      for (Place& other : own.candidates) other += scratch.first;
      std::erase_if(own.candidates,
                    [&](Place other) { return !graph_.share_bucket(member, other) || !is_wanted(member, other); });
    }
    const BitmapFilter filter(set);
    for (const Place other : own.candidates) verify(scratch, member, set, filter, other, own);
    return take_ && own.pairs.size() >= kPiece ? hand_over(own) : Status();
  }

  // Whether the member's buckets hold many others in [from, to).
  bool is_met_by_many(Place from, Place to, Place member) const {
    std::size_t others = 0;
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      const std::span<const Place> members = graph_.members_of(bucket);
      others +=
          static_cast<std::size_t>(std::ranges::lower_bound(members, to) - std::ranges::lower_bound(members, from));
    }
    return others > kManyCandidates;
  }

  // The distinct wanted candidates in [from, to).
  void gather(const VerifyScratch& scratch, Place from, Place to, Place member, VerifyWorker& own) const {
    own.candidates.clear();
    if (++own.visit == 0) {
      std::ranges::fill(own.marks, 0u);
      own.visit = 1;
    }
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      const std::span<const Place> members = graph_.members_of(bucket);
      auto place = members.front() >= from ? members.begin() : std::ranges::lower_bound(members, from);
      for (; place != members.end() && *place < to; ++place) {
        std::uint32_t& mark = own.marks[*place - scratch.first];
        if (mark == own.visit) continue;
        mark = own.visit;
        if (is_wanted(member, *place)) own.candidates.push_back(*place);
      }
    }
  }

  void verify(const VerifyScratch& scratch, Place member, FeatureView set, const BitmapFilter& filter, Place other,
              VerifyWorker& own) const {
    ++own.counts.candidates;
    const FeatureView other_set = scratch.sets[other - scratch.first];
    const std::uint64_t needed = required_overlap(set.size(), other_set.size(), options_.threshold);
    if (needed > std::min(set.size(), other_set.size())) return;
    ++own.counts.verified;
    const BitmapFilter& other_parity = scratch.filters[other - scratch.first];
    if (!BitmapFilter::can_share(filter, set.size(), other_parity, other_set.size(), needed)) return;
    const std::optional<std::uint64_t> shared = overlap_at_least(set, other_set, needed);
    if (!shared) return;
    VerifiedPair pair{.a = graph_.members[other],
                      .b = graph_.members[member],
                      .shared = static_cast<std::uint32_t>(*shared),
                      .size_a = static_cast<std::uint32_t>(other_set.size()),
                      .size_b = static_cast<std::uint32_t>(set.size())};
    if (pair.a > pair.b) {
      std::swap(pair.a, pair.b);
      std::swap(pair.size_a, pair.size_b);
    }
    own.pairs.push_back(pair);
  }

  bool is_wanted(Place a, Place b) const {
    return !wanted_ ||
           wanted_(std::min(graph_.members[a], graph_.members[b]), std::max(graph_.members[a], graph_.members[b]));
  }

  const BucketGraph& graph_;
  const VerifyOptions& options_;
  const Wanted& wanted_;
  FeatureSources& sources_;
  const TakePairs& take_;
  std::mutex taking_;
  std::vector<VerifyWorker> workers_;
  std::vector<VerifyScratch> scratch_;  // by the lead of the team
};

void add_counts(const VerifyWorker& worker, VerifyCounts& counts) {
  counts.candidates += worker.counts.candidates;
  counts.verified += worker.counts.verified;
}

}  // namespace

Result<std::vector<VerifiedPair>> verify_all(const BucketGraph& graph, const VerifyOptions& options,
                                             const std::function<bool(DocId, DocId)>& wanted, FeatureSources& sources,
                                             VerifyCounts& counts) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(options.threshold));
  if (sources.empty()) return Status(Code::kInvalidArgument, "verify_all needs a feature source a thread");
  const TakePairs nobody;
  AllRun run(graph, options, wanted, sources, nobody);
  TEXTKIN_RETURN_IF_ERROR(run.run());
  std::vector<std::vector<VerifiedPair>> shares;
  for (VerifyWorker& worker : run.workers()) {
    add_counts(worker, counts);
    shares.push_back(std::move(worker.pairs));
  }
  return merge_pairs(std::move(shares));
}

Status verify_all(const BucketGraph& graph, const VerifyOptions& options,
                  const std::function<bool(DocId, DocId)>& wanted, FeatureSources& sources, VerifyCounts& counts,
                  const TakePairs& take) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(options.threshold));
  if (sources.empty()) return Status(Code::kInvalidArgument, "verify_all needs a feature source a thread");
  AllRun run(graph, options, wanted, sources, take);
  TEXTKIN_RETURN_IF_ERROR(run.run());
  for (VerifyWorker& worker : run.workers()) {
    add_counts(worker, counts);
    TEXTKIN_RETURN_IF_ERROR(run.hand_over(worker));
  }
  return {};
}

}  // namespace textkin::join
