#include "join/verify/verify_leaders.h"

#include <algorithm>
#include <span>

#include "join/exact/growing_prefix_index.h"
#include "join/measures/threshold.h"
#include "join/sets/bitmap_filter.h"
#include "join/sets/feature_arena.h"
#include "join/sets/overlap.h"
#include "join/sets/pair_list.h"
#include "join/sets/set_sizes.h"
#include "join/sets/sets_ahead.h"
#include "join/verify/thread_team.h"

namespace textkin::join {
namespace {

using Place = std::uint32_t;  // in BucketGraph::members

// A stretch of a bucket's leaders that is still to be tried.
struct Head {
  const Place* next;
  const Place* end;
};

// What one thread needs. Pairs and counts are its share of the result.
struct LeaderWorker {
  std::vector<Feature> read;
  std::vector<Feature> prefix;
  std::vector<std::uint8_t> scratch;
  std::vector<std::uint32_t> met;
  std::uint64_t looked_at = 0;  // postings, since the index was made
  FeatureArena undecided;       // sets of members of the block that may become leaders, and their prefixes
  std::vector<Head> heads;
  std::vector<VerifiedPair> pairs;
  VerifyCounts counts;
};

// What one component needs while it is worked on; reused from component to component.
struct LeaderScratch {
  explicit LeaderScratch(const Threshold& threshold) : index(threshold) {}

  Place first = 0;  // of the component
  bool is_large = false;
  std::uint64_t budget = 0;      // bytes of sets that may be at hand
  std::vector<Place> pending;    // members not decided, in keep order
  std::vector<Place> postponed;  // those for the next pass
  FeatureArena arena;
  std::vector<FeatureView> leaders;   // the sets of the leaders at hand, by place less `first`
  std::vector<BitmapFilter> filters;  // the same
  std::vector<Place> led;             // the places of the leaders at hand, ascending
  std::uint64_t longest_list = 0;     // most leaders of a bucket
  bool full = false;                  // no more leaders fit
  std::vector<std::uint8_t> removed;  // by place in the block
  std::vector<FeatureView> sets;      // the same; null where the set is not at hand
  std::vector<FeatureView> prefixes;  // the same
  GrowingPrefixIndex index;           // of the leaders at hand, by place less `first`, where some bucket has many
};

// The keep rule on one component, by blocks of members in keep order: first every member of a block is compared, in
// parallel, with the leaders born before the block; then those left among themselves, in order. Leaders are tried best
// first and those of the block come last, so each member meets the same leaders in the same order as one by one.
//
// When the leaders at hand fill the memory, the members that remain are compared with them, and those left are worked
// on in another pass that has only newer leaders at hand. Again each member meets its leaders in the same order.
//
// Where the buckets of a member have many leaders, the index names those that can be similar. It is made anew, between
// blocks, when it was no help for as much work as making it is; not when there are many more leaders, among whom the
// same features are common as a rule. Blocks do not depend on the threads, so neither does what is looked at.
class LeaderRun {
 public:
  LeaderRun(const BucketGraph& graph, const VerifyOptions& options, FeatureSources& sources)
      : graph_(graph),
        options_(options),
        sources_(sources),
        ahead_(sources, options.cache_bytes / 2),
        workers_(sources.size()),
        lists_(graph.bucket_members.size()),
        list_sizes_(graph.buckets(), 0) {
    for (std::size_t i = 0; i < sources.size(); ++i) scratch_.emplace_back(options.threshold);
  }

  Status run() {
    const auto size = [&](std::size_t c) { return graph_.component_begin[c + 1] - graph_.component_begin[c]; };
    const auto work = [&](std::size_t component, const ThreadTeam& team) { return verify(component, team); };
    const auto threads = static_cast<unsigned>(sources_.size());
    TEXTKIN_RETURN_IF_ERROR(for_large_components(graph_.components(), threads, size, work));
    for (std::size_t from = 0; from < graph_.components();) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::size_t to,
                               ahead_.bring(graph_.members, graph_.component_begin, from, kLargeComponent));
      TEXTKIN_RETURN_IF_ERROR(for_small_components(from, to, threads, size, work));
      from = to;
    }
    return {};
  }

  std::vector<LeaderWorker>& workers() { return workers_; }

 private:
  static constexpr std::size_t kFirstBlock = 16;
  static constexpr std::size_t kLargeBlock = 512;
  static constexpr std::size_t kLargestIndexedBlock = 2048;
  // Postings looked at that cost about what a feature costs when the index is made.
  static constexpr std::uint64_t kPostingsAFeature = 4;

  Status verify(std::size_t component, const ThreadTeam& team) {
    LeaderScratch& scratch = scratch_[team.lead()];
    scratch.first = static_cast<Place>(graph_.component_begin[component]);
    const auto end = static_cast<Place>(graph_.component_begin[component + 1]);
    scratch.is_large = end - scratch.first >= kLargeComponent;
    scratch.budget = scratch.is_large ? options_.cache_bytes : options_.cache_bytes / 2 / workers_.size();
    scratch.leaders.resize(end - scratch.first);
    scratch.filters.resize(end - scratch.first);
    scratch.pending.clear();
    for (Place member = scratch.first; member < end; ++member) scratch.pending.push_back(member);
    // Buckets lie in the order of their first members, so a component has consecutive ones.
    const auto first_bucket = [&](Place place) {
      return place < graph_.members.size() ? graph_.membership[graph_.membership_begin[place]] : list_sizes_.size();
    };
    while (!scratch.pending.empty()) {
      std::fill(list_sizes_.begin() + static_cast<std::ptrdiff_t>(first_bucket(scratch.first)),
                list_sizes_.begin() + static_cast<std::ptrdiff_t>(first_bucket(end)), 0u);
      TEXTKIN_RETURN_IF_ERROR(pass(scratch, team));
    }
    return {};
  }

  Status pass(LeaderScratch& scratch, const ThreadTeam& team) {
    scratch.arena.clear();
    if (scratch.index.is_ready()) scratch.index.clear();
    scratch.led.clear();
    scratch.longest_list = 0;
    scratch.full = false;
    scratch.postponed.clear();
    // Small blocks at first: where all are alike there is only one leader, and it should be known soon. Later ones are
    // large enough to share out well, yet small beside what came before: what is done in order stays a small part.
    std::size_t block_size = scratch.is_large ? kFirstBlock : 1;
    for (std::size_t from = 0; from < scratch.pending.size();) {
      // Once there is no room for leaders the rest is one block: nothing is born in it.
      const std::size_t left = scratch.pending.size() - from;
      const std::size_t count = scratch.full ? left : std::min(block_size, left);
      const std::span<const Place> block = std::span(scratch.pending).subspan(from, count);
      scratch.removed.assign(count, 0);
      scratch.sets.assign(count, {});
      scratch.prefixes.assign(count, {});
      TEXTKIN_RETURN_IF_ERROR(refresh_index(scratch, team));
      const std::uint64_t undecided_bytes = scratch.budget / 4 / team.size();
      TEXTKIN_RETURN_IF_ERROR(team.run(count, [&](std::size_t i, unsigned worker) {
        return meet_older(scratch, block, i, undecided_bytes, worker);
      }));
      for (std::size_t i = 0; i < count; ++i) {
        if (!scratch.removed[i]) TEXTKIN_RETURN_IF_ERROR(settle(scratch, block, i, team.lead()));
      }
      for (unsigned worker = team.lead(); worker < team.lead() + team.size(); ++worker) {
        workers_[worker].undecided.clear();
      }
      from += count;
      if (scratch.is_large) block_size = std::min(2 * block_size, std::max(kLargeBlock, from / 8));
      if (scratch.index.is_ready()) block_size = std::min(block_size, kLargestIndexedBlock);
    }
    std::swap(scratch.pending, scratch.postponed);
    return {};
  }

  Status refresh_index(LeaderScratch& scratch, const ThreadTeam& team) {
    if (!scratch.is_large || scratch.full || scratch.longest_list < kManyCandidates) return {};
    const std::span<LeaderWorker> workers = std::span(workers_).subspan(team.lead(), team.size());
    std::uint64_t looked_at = 0;
    for (const LeaderWorker& worker : workers) looked_at += worker.looked_at;
    const bool is_stale = looked_at >= kPostingsAFeature * (scratch.arena.bytes() / sizeof(Feature));
    if (scratch.index.is_ready() && !is_stale) return {};
    for (LeaderWorker& worker : workers) worker.looked_at = 0;
    std::vector<FeatureView> sets;
    std::vector<std::uint32_t> numbers;
    for (const Place leader : scratch.led) {
      numbers.push_back(leader - scratch.first);
      sets.push_back(scratch.leaders[numbers.back()]);
    }
    return scratch.index.build(sets, numbers, team.size());
  }

  // Compares a member of the block with the leaders born before it. Its set is kept for settle() while there is room.
  Status meet_older(LeaderScratch& scratch, std::span<const Place> block, std::size_t i, std::uint64_t room,
                    unsigned worker) {
    LeaderWorker& own = workers_[worker];
    const bool stays = stays_anyway(block[i]);
    const bool may_lead = !scratch.full && ((block.size() > 1 && !stays) || has_later(block[i]));
    const std::size_t ahead = stays ? 0 : line_up(block[i], 0, own);
    if (ahead == 0 && !may_lead) return {};
    FeatureView set = ahead_.at(block[i]);
    const bool is_held = set.data() != nullptr;
    if (!is_held) {
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[block[i]], own.read));
      set = own.read;
    }
    if (scratch.index.is_ready()) scratch.index.prefix_of(set, own.scratch, own.prefix);
    if (find_partner(scratch, block[i], set, own.prefix, 0, ahead, own)) {
      scratch.removed[i] = 1;
    } else if (may_lead && own.undecided.bytes() < room) {
      scratch.sets[i] = is_held ? set : own.undecided.store(set);
      if (scratch.index.is_ready()) scratch.prefixes[i] = own.undecided.store(own.prefix);
    }
    return {};
  }

  // Compares a member with the leaders born in its own block; makes it a leader where none is similar.
  Status settle(LeaderScratch& scratch, std::span<const Place> block, std::size_t i, unsigned worker) {
    LeaderWorker& own = workers_[worker];
    const Place member = block[i];
    const FeatureView held = ahead_.at(member);
    FeatureView set = held.data() != nullptr ? held : scratch.sets[i];
    FeatureView prefix = scratch.prefixes[i];
    const auto fetch = [&]() -> Status {
      if (set.data() != nullptr) return {};
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[member], own.read));
      set = own.read;
      if (scratch.index.is_ready()) scratch.index.prefix_of(set, own.scratch, own.prefix);
      prefix = own.prefix;
      return {};
    };
    if (block.size() > 1 && !stays_anyway(member)) {
      const std::size_t ahead = line_up(member, block.front(), own);
      if (ahead > 0) {
        TEXTKIN_RETURN_IF_ERROR(fetch());
        if (find_partner(scratch, member, set, prefix, block.front(), ahead, own)) return {};
      }
    }
    if (scratch.full) {
      scratch.postponed.push_back(member);
      return {};
    }
    if (!has_later(member)) return {};  // nobody can ask for it
    TEXTKIN_RETURN_IF_ERROR(fetch());
    scratch.leaders[member - scratch.first] = held.data() != nullptr ? held : scratch.arena.store(set);
    scratch.filters[member - scratch.first] = BitmapFilter(set);
    scratch.led.push_back(member);
    if (scratch.index.is_ready()) scratch.index.add(member - scratch.first, prefix);
    scratch.full = scratch.arena.bytes() + scratch.index.bytes() >= scratch.budget;
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      lists_[graph_.bucket_begin[bucket] + list_sizes_[bucket]++] = member;
      scratch.longest_list = std::max<std::uint64_t>(scratch.longest_list, list_sizes_[bucket]);
    }
    return {};
  }

  // Whether it stays whatever it is like, so that it asks nobody.
  bool stays_anyway(Place member) const { return graph_.members[member] >= options_.stays_from; }

  // Whether a later member can ask for this one. Who stays anyway comes before all others, so the last of a bucket
  // tells.
  bool has_later(Place member) const {
    return std::ranges::any_of(graph_.buckets_of(member), [&](std::uint32_t bucket) {
      const Place last = graph_.members_of(bucket).back();
      return last > member && !stays_anyway(last);
    });
  }

  // Sets the heads to the leaders at hand, from place `from` on, of the member's buckets; returns how many they are,
  // those of several buckets counted in each.
  std::size_t line_up(Place member, Place from, LeaderWorker& own) const {
    own.heads.clear();
    std::size_t ahead = 0;
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      const Place* begin = lists_.data() + graph_.bucket_begin[bucket];
      const Place* end = begin + list_sizes_[bucket];
      if (begin == end || end[-1] < from) continue;
      if (*begin < from) begin = std::lower_bound(begin, end, from);
      own.heads.push_back({begin, end});
      ahead += static_cast<std::size_t>(end - begin);
    }
    return ahead;
  }

  // Tries the `ahead` leaders lined up from place `from` on, best first and each once.
  bool find_partner(const LeaderScratch& scratch, Place member, FeatureView set, FeatureView prefix, Place from,
                    std::size_t ahead, LeaderWorker& own) const {
    if (ahead == 0) return false;
    const BitmapFilter filter(set);
    if (ahead > kManyCandidates && scratch.index.is_ready()) {
      const Place first = std::max(from, scratch.first) - scratch.first;
      own.looked_at += scratch.index.find(prefix, first, member - scratch.first, own.met);
      return std::ranges::any_of(own.met, [&](std::uint32_t place) {
        return graph_.share_bucket(scratch.first + place, member) &&
               is_partner(scratch, member, set, filter, scratch.first + place, own);
      });
    }
    while (!own.heads.empty()) {
      Place best = *own.heads.front().next;
      for (const Head& head : own.heads) best = std::min(best, *head.next);
      for (std::size_t i = 0; i < own.heads.size();) {
        Head& head = own.heads[i];
        if (*head.next == best) ++head.next;
        if (head.next == head.end) {
          head = own.heads.back();
          own.heads.pop_back();
        } else {
          ++i;
        }
      }
      if (is_partner(scratch, member, set, filter, best, own)) return true;
    }
    return false;
  }

  // Compares a member with a leader.
  bool is_partner(const LeaderScratch& scratch, Place member, FeatureView set, const BitmapFilter& filter, Place other,
                  LeaderWorker& own) const {
    ++own.counts.candidates;
    const FeatureView leader = scratch.leaders[other - scratch.first];
    const std::uint64_t needed = required_overlap(set.size(), leader.size(), options_.threshold);
    if (needed > std::min(set.size(), leader.size())) return false;
    ++own.counts.verified;
    const BitmapFilter& other_parity = scratch.filters[other - scratch.first];
    if (!BitmapFilter::can_share(filter, set.size(), other_parity, leader.size(), needed)) return false;
    const std::optional<std::uint64_t> shared = overlap_at_least(set, leader, needed);
    if (!shared) return false;
    own.pairs.push_back({.a = graph_.members[member],
                         .b = graph_.members[other],
                         .shared = static_cast<std::uint32_t>(*shared),
                         .size_a = static_cast<std::uint32_t>(set.size()),
                         .size_b = static_cast<std::uint32_t>(leader.size())});
    return true;
  }

  const BucketGraph& graph_;
  const VerifyOptions& options_;
  FeatureSources& sources_;
  SetsAhead ahead_;
  std::vector<LeaderWorker> workers_;
  std::vector<LeaderScratch> scratch_;  // by the lead of the team
  // The leaders at hand of each bucket, ascending, laid where the bucket's members lie.
  std::vector<Place> lists_;
  std::vector<std::uint32_t> list_sizes_;
};

}  // namespace

Result<std::vector<VerifiedPair>> verify_leaders(const BucketGraph& graph, const VerifyOptions& options,
                                                 FeatureSources& sources, VerifyCounts& counts) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(options.threshold));
  if (sources.empty()) return Status(Code::kInvalidArgument, "verify_leaders needs a feature source a thread");
  LeaderRun run(graph, options, sources);
  TEXTKIN_RETURN_IF_ERROR(run.run());
  std::vector<std::vector<VerifiedPair>> shares;
  for (LeaderWorker& worker : run.workers()) {
    counts.candidates += worker.counts.candidates;
    counts.verified += worker.counts.verified;
    shares.push_back(std::move(worker.pairs));
  }
  return merge_pairs(std::move(shares));
}

}  // namespace textkin::join
