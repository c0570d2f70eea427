#include <algorithm>
#include <span>

#include "join/feature_arena.h"
#include "join/overlap.h"
#include "join/pair_list.h"
#include "join/resolve.h"
#include "join/team.h"

namespace textkin::join {
namespace {

using Place = std::uint32_t;  // in BucketGraph::members

// A stretch of a bucket's leaders that is still to be tried.
struct Head {
  const Place* next;
  const Place* end;
};

// What one thread needs. Pairs and counts are its share of the result.
struct Worker {
  std::vector<Feature> read;
  FeatureArena undecided;  // sets of members of the block that may become leaders
  std::vector<Head> heads;
  std::vector<VerifiedPair> pairs;
  ResolveCounts counts;
};

// What one component needs while it is worked on; reused from component to component.
struct Desk {
  Place first = 0;               // of the component
  std::uint64_t budget = 0;      // bytes of sets that may be at hand
  std::vector<Place> pending;    // members not decided, in keep order
  std::vector<Place> postponed;  // those for the next pass
  FeatureArena arena;
  std::vector<FeatureView> leaders;   // the sets of the leaders at hand, by place less `first`
  bool full = false;                  // no more leaders fit
  std::vector<std::uint8_t> removed;  // by place in the block
  std::vector<FeatureView> sets;      // the same; null where the set is not at hand
};

// The keep rule on one component, by blocks of members in keep order: first every member of a block is compared, in
// parallel, with the leaders born before the block; then those left among themselves, in order. Leaders are tried best
// first and those of the block come last, so each member meets the same leaders in the same order as one by one.
//
// When the leaders at hand fill the memory, the members that remain are compared with them, and those left are worked
// on in another pass that has only newer leaders at hand. Again each member meets its leaders in the same order.
class LeaderRun {
 public:
  LeaderRun(const BucketGraph& graph, const ResolveOptions& options, FeatureSources& sources)
      : graph_(graph),
        options_(options),
        sources_(sources),
        workers_(sources.size()),
        desks_(sources.size()),
        lists_(graph.bucket_members.size()),
        list_sizes_(graph.buckets(), 0) {}

  Status run() {
    const auto size = [&](std::size_t c) { return graph_.component_begin[c + 1] - graph_.component_begin[c]; };
    return for_components(graph_.components(), static_cast<unsigned>(sources_.size()), size,
                          [&](std::size_t component, const Team& team) { return resolve(component, team); });
  }

  std::vector<Worker>& workers() { return workers_; }

 private:
  static constexpr std::size_t kFirstBlock = 16;
  static constexpr std::size_t kLargeBlock = 512;

  Status resolve(std::size_t component, const Team& team) {
    Desk& desk = desks_[team.lead()];
    desk.first = static_cast<Place>(graph_.component_begin[component]);
    const auto end = static_cast<Place>(graph_.component_begin[component + 1]);
    desk.budget = team.size() > 1 ? options_.cache_bytes : options_.cache_bytes / workers_.size();
    desk.leaders.resize(end - desk.first);
    desk.pending.clear();
    for (Place member = desk.first; member < end; ++member) desk.pending.push_back(member);
    // Buckets lie in the order of their first members, so a component has consecutive ones.
    const auto first_bucket = [&](Place place) {
      return place < graph_.members.size() ? graph_.membership[graph_.membership_begin[place]] : list_sizes_.size();
    };
    while (!desk.pending.empty()) {
      std::fill(list_sizes_.begin() + static_cast<std::ptrdiff_t>(first_bucket(desk.first)),
                list_sizes_.begin() + static_cast<std::ptrdiff_t>(first_bucket(end)), 0u);
      TEXTKIN_RETURN_IF_ERROR(pass(desk, team));
    }
    return {};
  }

  Status pass(Desk& desk, const Team& team) {
    desk.arena.clear();
    desk.full = false;
    desk.postponed.clear();
    // Small blocks at first: where all are alike there is only one leader, and it should be known soon. Later ones are
    // large enough to share out well, yet small beside what came before: what is done in order stays a small part.
    std::size_t block_size = team.size() > 1 ? kFirstBlock : 1;
    for (std::size_t from = 0; from < desk.pending.size();) {
      // Once there is no room for leaders the rest is one block: nothing is born in it.
      const std::size_t left = desk.pending.size() - from;
      const std::size_t count = desk.full ? left : std::min(block_size, left);
      const std::span<const Place> block = std::span(desk.pending).subspan(from, count);
      desk.removed.assign(count, 0);
      desk.sets.assign(count, {});
      const std::uint64_t undecided_bytes = desk.budget / 4 / team.size();
      TEXTKIN_RETURN_IF_ERROR(team.run(
          count, [&](std::size_t i, unsigned worker) { return meet_older(desk, block, i, undecided_bytes, worker); }));
      for (std::size_t i = 0; i < count; ++i) {
        if (!desk.removed[i]) TEXTKIN_RETURN_IF_ERROR(settle(desk, block, i, team.lead()));
      }
      for (unsigned worker = team.lead(); worker < team.lead() + team.size(); ++worker) {
        workers_[worker].undecided.clear();
      }
      from += count;
      if (team.size() > 1) block_size = std::min(2 * block_size, std::max(kLargeBlock, from / 8));
    }
    std::swap(desk.pending, desk.postponed);
    return {};
  }

  // Compares a member of the block with the leaders born before it. Its set is kept for settle() while there is room.
  Status meet_older(Desk& desk, std::span<const Place> block, std::size_t i, std::uint64_t room, unsigned worker) {
    Worker& own = workers_[worker];
    const bool may_lead = !desk.full && (block.size() > 1 || has_later(block[i]));
    if (!line_up(block[i], 0, own) && !may_lead) return {};
    TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[block[i]], own.read));
    if (find_partner(desk, block[i], own.read, own)) {
      desk.removed[i] = 1;
    } else if (may_lead && own.undecided.bytes() < room) {
      desk.sets[i] = own.undecided.store(own.read);
    }
    return {};
  }

  // Compares a member with the leaders born in its own block; makes it a leader where none is similar.
  Status settle(Desk& desk, std::span<const Place> block, std::size_t i, unsigned worker) {
    Worker& own = workers_[worker];
    const Place member = block[i];
    FeatureView set = desk.sets[i];
    const auto fetch = [&]() -> Status {
      if (set.data() != nullptr) return {};
      TEXTKIN_RETURN_IF_ERROR(sources_[worker]->features(graph_.members[member], own.read));
      set = own.read;
      return {};
    };
    if (block.size() > 1 && line_up(member, block.front(), own)) {
      TEXTKIN_RETURN_IF_ERROR(fetch());
      if (find_partner(desk, member, set, own)) return {};
    }
    if (desk.full) {
      desk.postponed.push_back(member);
      return {};
    }
    if (!has_later(member)) return {};
    TEXTKIN_RETURN_IF_ERROR(fetch());
    desk.leaders[member - desk.first] = desk.arena.store(set);
    desk.full = desk.arena.bytes() >= desk.budget;
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      lists_[graph_.bucket_begin[bucket] + list_sizes_[bucket]++] = member;
    }
    return {};
  }

  // Whether a later member can ask for this one.
  bool has_later(Place member) const {
    return std::ranges::any_of(graph_.buckets_of(member),
                               [&](std::uint32_t bucket) { return graph_.members_of(bucket).back() > member; });
  }

  // Sets the heads to the leaders at hand, from place `from` on, of the member's buckets; false where there are none.
  bool line_up(Place member, Place from, Worker& own) const {
    own.heads.clear();
    for (const std::uint32_t bucket : graph_.buckets_of(member)) {
      const Place* begin = lists_.data() + graph_.bucket_begin[bucket];
      const Place* end = begin + list_sizes_[bucket];
      if (begin == end || end[-1] < from) continue;
      if (*begin < from) begin = std::lower_bound(begin, end, from);
      own.heads.push_back({begin, end});
    }
    return !own.heads.empty();
  }

  // Tries the leaders lined up, best first and each once.
  bool find_partner(const Desk& desk, Place member, FeatureView set, Worker& own) const {
    while (!own.heads.empty()) {
      Place best = *own.heads.front().next;
      for (const Head& head : own.heads) best = std::min(best, *head.next);
      for (std::size_t i = 0; i < own.heads.size();) {
        Head& head = own.heads[i];
        if (*head.next == best && ++head.next == head.end) {
          head = own.heads.back();
          own.heads.pop_back();
        } else {
          ++i;
        }
      }
      ++own.counts.candidates;
      const FeatureView leader = desk.leaders[best - desk.first];
      const std::uint64_t needed = required_overlap(set.size(), leader.size(), options_.threshold);
      if (needed > std::min(set.size(), leader.size())) continue;
      ++own.counts.verified;
      const std::optional<std::uint64_t> shared = overlap_at_least(set, leader, needed);
      if (!shared) continue;
      own.pairs.push_back({.a = graph_.members[member],
                           .b = graph_.members[best],
                           .shared = static_cast<std::uint32_t>(*shared),
                           .size_a = static_cast<std::uint32_t>(set.size()),
                           .size_b = static_cast<std::uint32_t>(leader.size())});
      return true;
    }
    return false;
  }

  const BucketGraph& graph_;
  const ResolveOptions& options_;
  FeatureSources& sources_;
  std::vector<Worker> workers_;
  std::vector<Desk> desks_;  // by the lead of the team
  // The leaders at hand of each bucket, ascending, laid where the bucket's members lie.
  std::vector<Place> lists_;
  std::vector<std::uint32_t> list_sizes_;
};

}  // namespace

Result<std::vector<VerifiedPair>> resolve_leaders(const BucketGraph& graph, const ResolveOptions& options,
                                                  FeatureSources& sources, ResolveCounts& counts) {
  TEXTKIN_RETURN_IF_ERROR(check_threshold(options.threshold));
  if (sources.empty()) return Status(Code::kInvalidArgument, "resolve_leaders needs a feature source a thread");
  LeaderRun run(graph, options, sources);
  TEXTKIN_RETURN_IF_ERROR(run.run());
  std::vector<std::vector<VerifiedPair>> shares;
  for (Worker& worker : run.workers()) {
    counts.candidates += worker.counts.candidates;
    counts.verified += worker.counts.verified;
    shares.push_back(std::move(worker.pairs));
  }
  return merge_pairs(std::move(shares));
}

}  // namespace textkin::join
