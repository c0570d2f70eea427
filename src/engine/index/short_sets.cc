#include "engine/index/short_sets.h"

#include <algorithm>
#include <utility>

#include "join/sets/set_sizes.h"

namespace textkin::engine::index {

Status append_documents(const std::vector<archive::Stretch>& stretches, std::vector<DocId>& out) {
  for (const archive::Stretch& stretch : stretches)
    TEXTKIN_RETURN_IF_ERROR(stretch.of->append_documents(stretch.list, stretch.begin, stretch.end, out));
  return {};
}

Result<std::uint64_t> ask_short_sets(const archive::KeyDirectory& keys, FeatureView set,
                                     const join::Threshold& threshold, join::Part part, std::vector<DocId>& out) {
  struct Counted {
    std::uint64_t documents;
    std::vector<archive::Stretch> at;
  };
  std::vector<Counted> features;
  for (const Feature feature : set) {
    Counted counted;
    TEXTKIN_ASSIGN_OR_RETURN(counted.documents, keys.find(archive::kFeatureList, feature, feature, counted.at));
    features.push_back(std::move(counted));
  }
  const std::uint64_t needed = std::min<std::uint64_t>(join::probe_prefix(set.size(), threshold, part), set.size());
  std::ranges::stable_sort(features, {}, &Counted::documents);
  for (std::size_t i = 0; i < needed; ++i) TEXTKIN_RETURN_IF_ERROR(append_documents(features[i].at, out));
  return needed;
}

}  // namespace textkin::engine::index
