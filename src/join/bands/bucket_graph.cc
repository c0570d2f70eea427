#include "join/bands/bucket_graph.h"

#include <algorithm>
#include <limits>

#include "base/free_room.h"
#include "join/bands/bucket_store.h"

namespace textkin::join {
namespace {

using Lists = std::vector<std::uint32_t>;

std::span<const std::uint32_t> list_at(const Lists& lists, std::uint64_t at) {
  return std::span(lists).subspan(at + 1, lists[at]);
}

// Where the lists lie, ascending as lists.
std::vector<std::uint64_t> in_order(const Lists& lists, std::size_t members) {
  std::vector<std::uint64_t> start(members + 1, 0);
  for_lists(lists, [&](std::span<const std::uint32_t> list) { ++start[list.front() + 1]; });
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<std::uint64_t> ordered(start.back());
  for_lists(lists, [&](std::span<const std::uint32_t> list) {
    ordered[start[list.front()]++] = static_cast<std::uint64_t>(list.data() - 1 - lists.data());
  });
  // A document is in as many buckets as there are bands, so few begin with the same one.
  std::uint64_t from = 0;
  for (std::size_t first = 0; first < members; ++first) {
    const auto begin = ordered.begin() + static_cast<std::ptrdiff_t>(from);
    from = start[first];
    std::sort(begin, ordered.begin() + static_cast<std::ptrdiff_t>(from), [&](std::uint64_t a, std::uint64_t b) {
      return std::ranges::lexicographical_compare(list_at(lists, a), list_at(lists, b));
    });
  }
  return ordered;
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

Result<BucketGraph> make_bucket_graph(std::vector<DocId> members, std::vector<std::uint64_t> component_begin,
                                      std::vector<std::uint32_t> buckets) {
  BucketGraph graph;
  graph.members = std::move(members);
  graph.component_begin = std::move(component_begin);
  std::vector<std::uint64_t> ordered = in_order(buckets, graph.members.size());
  if (ordered.size() > std::numeric_limits<std::uint32_t>::max()) {
    return Status(Code::kExhausted, "more than 2^32 distinct buckets of alike documents; use more rows a band");
  }
  graph.bucket_begin.reserve(ordered.size() + 1);
  graph.bucket_members.reserve(buckets.size() - ordered.size());
  for (const std::uint64_t at : ordered) {
    const std::span<const std::uint32_t> list = list_at(buckets, at);
    graph.bucket_members.insert(graph.bucket_members.end(), list.begin(), list.end());
    graph.bucket_begin.push_back(graph.bucket_members.size());
  }
  base::free_room(ordered);
  base::free_room(buckets);
  place_memberships(graph);
  return graph;
}

}  // namespace textkin::join
