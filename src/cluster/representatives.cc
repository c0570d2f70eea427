#include "cluster/representatives.h"

#include <algorithm>

namespace textkin::cluster {

Representatives::Representatives(std::vector<Duplicate>& duplicates, const KeepOrder& order) {
  std::ranges::sort(duplicates, {}, [](const Duplicate& one) { return std::pair(one.first, one.doc); });
  for (std::size_t from = 0, to = 0; from < duplicates.size(); from = to) {
    const DocId first = duplicates[from].first;
    std::size_t best = duplicates.size();
    DocId leader = first;
    for (; to < duplicates.size() && duplicates[to].first == first; ++to) {
      if (order.of(duplicates[to].doc) >= order.of(leader)) continue;
      leader = duplicates[to].doc;
      best = to;
    }
    if (leader == first) continue;
    changed_.emplace_back(first, leader);
    duplicates[best].doc = first;
    for (std::size_t i = from; i < to; ++i) duplicates[i].first = leader;
  }
}

DocId Representatives::elected(DocId first) const {
  const auto found = std::ranges::lower_bound(changed_, first, {}, &std::pair<DocId, DocId>::first);
  return found != changed_.end() && found->first == first ? found->second : first;
}

void Representatives::rename(std::vector<VerifiedPair>& pairs) const {
  for (VerifiedPair& pair : pairs) {
    pair.a = elected(pair.a);
    pair.b = elected(pair.b);
  }
}

}  // namespace textkin::cluster
