#include "join/bands/links.h"

#include <array>

#include "base/free_room.h"
#include "join/bands/components.h"
#include "join/bands/short_sets.h"

namespace textkin::join {

void link_buckets(std::vector<base::KeyValue>& records, std::vector<Link>& links) {
  base::sort(records.data(), records.size());
  std::size_t left = 0;
  for (std::size_t from = 0, to = 0; from < records.size(); from = to) {
    to = end_of_bucket(records, from);
    if (is_of_cut_set(records[from].key)) {  // a whole set may come later
      for (std::size_t i = from; i < to; ++i)
        if (i == from || records[i] != records[i - 1]) records[left++] = records[i];
      continue;
    }
    const base::KeyValue first = records[from];
    for (std::size_t i = from + 1; i < to; ++i) {
      const Link link{records[i].value, first.value};
      if (links.empty() || links.back() != link) links.push_back(link);
    }
    records[left++] = first;
  }
  records.resize(left);
}

void make_forest(std::vector<Link>& links) {
  // Ends of links by their node: the rank of a node is its place among different ones.
  std::vector<base::KeyValue> ends;
  ends.reserve(2 * links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    ends.push_back({.value = 2 * i, .key = links[i].node});
    ends.push_back({.value = 2 * i + 1, .key = links[i].root});
  }
  base::sort(ends.data(), ends.size());
  std::vector<std::uint64_t> nodes;
  std::vector<std::uint32_t> ranks(ends.size());
  for (const base::KeyValue& end : ends) {
    if (nodes.empty() || nodes.back() != end.key) nodes.push_back(end.key);
    ranks[end.value] = static_cast<std::uint32_t>(nodes.size() - 1);
  }
  base::free_room(ends);
  Components components(nodes.size());
  for (std::size_t i = 0; i < ranks.size(); i += 2) {
    const std::array<std::uint32_t, 2> both = {ranks[i], ranks[i + 1]};
    components.unite(both);
  }
  links.clear();
  for (std::uint32_t rank = 0; rank < nodes.size(); ++rank)
    links.push_back({nodes[rank], nodes[components.root(rank)]});
}

}  // namespace textkin::join
