#include "join/bucket_graph.h"

#include <algorithm>
#include <limits>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/parallel.h"

namespace textkin::join {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Buckets as lists of ranks (places in keep order), ascending.
struct RankBuckets {
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint64_t> hashes;  // of each list

  std::size_t size() const { return begin.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t bucket) const {
    return std::span(ranks).subspan(begin[bucket], begin[bucket + 1] - begin[bucket]);
  }
};

// Appends the runs of equal keys that hold two or more documents.
void append_runs(std::span<const base::KeyValue> records, const KeepOrder& order, std::span<const std::uint8_t> skip,
                 RankBuckets& out) {
  for (std::size_t from = 0, to = 0; from < records.size(); from = to) {
    while (to < records.size() && records[to].key == records[from].key) ++to;
    if (to - from < 2) continue;
    const std::size_t begin = out.ranks.size();
    for (std::size_t i = from; i < to; ++i) {
      const auto doc = static_cast<DocId>(records[i].value);
      if (i > from && records[i].value == records[i - 1].value) continue;
      if (!skip.empty() && skip[doc] != 0) continue;
      out.ranks.push_back(order.of(doc));
    }
    const std::size_t count = out.ranks.size() - begin;
    if (count < 2) {
      out.ranks.resize(begin);
      continue;
    }
    if (!order.rank.empty()) base::sort(out.ranks.data() + begin, count);
    out.begin.push_back(out.ranks.size());
    out.hashes.push_back(XXH3_64bits(out.ranks.data() + begin, count * sizeof(std::uint32_t)));
  }
}

Result<RankBuckets> collect_buckets(base::RecordPartitions& records, const KeepOrder& order,
                                    std::span<const std::uint8_t> skip, unsigned threads) {
  std::vector<RankBuckets> pieces(base::RecordPartitions::kPartitions);
  std::vector<std::vector<base::KeyValue>> scratch(std::max(1u, threads));
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(base::RecordPartitions::kPartitions, threads, [&](std::size_t i, unsigned worker) {
        scratch[worker].clear();
        TEXTKIN_RETURN_IF_ERROR(records.take(i, scratch[worker]));
        base::sort(scratch[worker].data(), scratch[worker].size());
        append_runs(scratch[worker], order, skip, pieces[i]);
        return Status();
      }));
  RankBuckets all;
  std::size_t ranks = 0;
  std::size_t buckets = 0;
  for (const RankBuckets& piece : pieces) {
    ranks += piece.ranks.size();
    buckets += piece.size();
  }
  all.ranks.reserve(ranks);
  all.begin.reserve(buckets + 1);
  all.hashes.reserve(buckets);
  for (RankBuckets& piece : pieces) {
    const std::uint64_t offset = all.ranks.size();
    all.ranks.insert(all.ranks.end(), piece.ranks.begin(), piece.ranks.end());
    for (std::size_t i = 0; i < piece.size(); ++i) all.begin.push_back(offset + piece.begin[i + 1]);
    all.hashes.insert(all.hashes.end(), piece.hashes.begin(), piece.hashes.end());
    piece = {};
  }
  return all;
}

// The numbers of the buckets that no earlier bucket equals, ascending. Lists with equal hashes are compared.
std::vector<std::uint64_t> distinct_buckets(const RankBuckets& buckets) {
  std::vector<base::KeyValue> by_hash(buckets.size());
  for (std::size_t i = 0; i < buckets.size(); ++i) by_hash[i] = {.value = i, .key = buckets.hashes[i]};
  base::sort(by_hash.data(), by_hash.size());
  std::vector<std::uint64_t> distinct;
  for (std::size_t from = 0, to = 0; from < by_hash.size(); from = to) {
    const std::size_t first_of_hash = distinct.size();
    for (; to < by_hash.size() && by_hash[to].key == by_hash[from].key; ++to) {
      const std::uint64_t bucket = by_hash[to].value;
      const auto equal = [&](std::uint64_t other) { return std::ranges::equal(buckets[bucket], buckets[other]); };
      if (std::none_of(distinct.begin() + static_cast<std::ptrdiff_t>(first_of_hash), distinct.end(), equal)) {
        distinct.push_back(bucket);
      }
    }
  }
  base::sort(distinct.data(), distinct.size());
  return distinct;
}

// Union-find whose roots are the best ranks of their components, so that nothing depends on the order of unions.
class Components {
 public:
  explicit Components(std::size_t ranks) : parent_(ranks, kNone) {}

  bool has(std::uint32_t rank) const { return parent_[rank] != kNone; }
  void add(std::uint32_t rank) {
    if (!has(rank)) parent_[rank] = rank;
  }
  std::uint32_t root(std::uint32_t rank) {
    while (parent_[rank] != rank) {
      parent_[rank] = parent_[parent_[rank]];
      rank = parent_[rank];
    }
    return rank;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// Fills members and component_begin; returns the place of each rank in `members`.
std::vector<std::uint32_t> place_members(Components& components, std::size_t ranks, const KeepOrder& order,
                                         BucketGraph& graph) {
  std::vector<std::uint32_t> place(ranks, kNone);  // first the component of each rank, then its place
  std::vector<std::uint64_t> next;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (!components.has(rank)) continue;
    const std::uint32_t root = components.root(rank);
    if (root == rank) {
      place[rank] = static_cast<std::uint32_t>(next.size());
      next.push_back(0);
    } else {
      place[rank] = place[root];
    }
    ++next[place[rank]];
  }
  for (std::uint64_t& count : next) {
    const std::uint64_t begin = graph.component_begin.back();
    graph.component_begin.push_back(begin + count);
    count = begin;
  }
  for (std::uint32_t& entry : place) {
    if (entry != kNone) entry = static_cast<std::uint32_t>(next[entry]++);
  }
  graph.members.resize(graph.component_begin.back());
  const std::size_t documents = order.rank.empty() ? ranks : order.rank.size();
  for (std::size_t doc = 0; doc < documents; ++doc) {
    const std::uint32_t rank = order.of(static_cast<DocId>(doc));
    if (rank < ranks && place[rank] != kNone) graph.members[place[rank]] = static_cast<DocId>(doc);
  }
  return place;
}

// Fills the buckets, ordered by first member, then as they came.
void place_buckets(const RankBuckets& buckets, std::span<const std::uint64_t> distinct,
                   std::span<const std::uint32_t> place, BucketGraph& graph) {
  std::vector<std::uint64_t> start(graph.members.size() + 1, 0);
  std::uint64_t memberships = 0;
  for (const std::uint64_t bucket : distinct) {
    ++start[place[buckets[bucket].front()] + 1];
    memberships += buckets[bucket].size();
  }
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<std::uint64_t> ordered(distinct.size());
  for (const std::uint64_t bucket : distinct) ordered[start[place[buckets[bucket].front()]]++] = bucket;

  graph.bucket_begin.reserve(distinct.size() + 1);
  graph.bucket_members.reserve(memberships);
  for (const std::uint64_t bucket : ordered) {
    for (const std::uint32_t rank : buckets[bucket]) graph.bucket_members.push_back(place[rank]);
    graph.bucket_begin.push_back(graph.bucket_members.size());
    graph.largest_bucket = std::max<std::uint64_t>(graph.largest_bucket, buckets[bucket].size());
  }
}

void place_memberships(BucketGraph& graph) {
  graph.membership_begin.assign(graph.members.size() + 1, 0);
  for (const std::uint32_t member : graph.bucket_members) ++graph.membership_begin[member + 1];
  for (std::size_t i = 1; i < graph.membership_begin.size(); ++i) {
    graph.membership_begin[i] += graph.membership_begin[i - 1];
  }
  graph.membership.resize(graph.bucket_members.size());
  std::vector<std::uint64_t> next(graph.membership_begin.begin(), graph.membership_begin.end() - 1);
  for (std::size_t bucket = 0; bucket + 1 < graph.bucket_begin.size(); ++bucket) {
    for (std::uint64_t i = graph.bucket_begin[bucket]; i < graph.bucket_begin[bucket + 1]; ++i) {
      graph.membership[next[graph.bucket_members[i]]++] = static_cast<std::uint32_t>(bucket);
    }
  }
}

}  // namespace

Result<BucketGraph> make_bucket_graph(base::RecordPartitions& records, const KeepOrder& order,
                                      std::span<const std::uint8_t> skip, unsigned threads) {
  Result<RankBuckets> collected = collect_buckets(records, order, skip, threads);
  if (!collected.ok()) return collected.status();
  const RankBuckets& buckets = *collected;
  const std::vector<std::uint64_t> distinct = distinct_buckets(buckets);
  if (distinct.size() > std::numeric_limits<std::uint32_t>::max()) {
    return Status(Code::kExhausted, "more than 2^32 distinct buckets of alike documents; use more rows a band");
  }
  std::size_t ranks = 0;
  for (const std::uint64_t bucket : distinct) ranks = std::max<std::size_t>(ranks, buckets[bucket].back() + 1ull);
  Components components(ranks);
  for (const std::uint64_t bucket : distinct) {
    for (const std::uint32_t rank : buckets[bucket]) {
      components.add(rank);
      components.unite(buckets[bucket].front(), rank);
    }
  }
  BucketGraph graph;
  const std::vector<std::uint32_t> place = place_members(components, ranks, order, graph);
  place_buckets(buckets, distinct, place, graph);
  place_memberships(graph);
  return graph;
}

}  // namespace textkin::join
