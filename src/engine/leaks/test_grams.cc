#include "engine/leaks/test_grams.h"

#include <algorithm>
#include <utility>

namespace textkin::engine::leaks {

Result<TestGrams> TestGrams::of(const read::Collection& items) {
  if (items.features >= kNoGram) return Status(Code::kExhausted, "--against has 2^32 n-grams; give a part of it");
  std::vector<std::pair<Feature, DocId>> all;
  all.reserve(items.features);
  const std::vector<FeatureView> sets = items.feature_views();
  for (DocId item = 0; item < sets.size(); ++item)
    for (const Feature feature : sets[item]) all.emplace_back(feature, item);
  std::ranges::sort(all);
  TestGrams grams;
  grams.items_.reserve(all.size());
  for (const auto& [feature, item] : all) {
    if (grams.features_.empty() || grams.features_.back() != feature) {
      if (!grams.features_.empty()) grams.begin_.push_back(grams.items_.size());
      grams.features_.push_back(feature);
    }
    grams.items_.push_back(item);
  }
  if (!grams.features_.empty()) grams.begin_.push_back(grams.items_.size());
  grams.bits_ = HashBits::of(grams.features_, [](Feature feature) { return feature; });
  return grams;
}

Gram TestGrams::find(Feature feature) const {
  if (!bits_.may_hold(feature)) return kNoGram;
  const auto found = std::ranges::lower_bound(features_, feature);
  return found != features_.end() && *found == feature ? static_cast<Gram>(found - features_.begin()) : kNoGram;
}

}  // namespace textkin::engine::leaks
