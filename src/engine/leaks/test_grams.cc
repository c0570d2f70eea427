#include "engine/leaks/test_grams.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace textkin::engine::leaks {
namespace {

constexpr std::uint64_t kBitsAGram = 16;  // so that one feature in sixteen that is not there is looked up

}  // namespace

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
  const std::uint64_t bits = std::bit_ceil(std::max<std::uint64_t>(kBitsAGram * grams.features_.size(), 64));
  grams.shift_ = 64 - static_cast<unsigned>(std::countr_zero(bits));
  grams.bits_.resize(bits / 64);
  for (const Feature feature : grams.features_) {
    const std::uint64_t bit = feature >> grams.shift_;
    grams.bits_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  return grams;
}

Gram TestGrams::find(Feature feature) const {
  if (!may_hold(feature)) return kNoGram;
  const auto found = std::ranges::lower_bound(features_, feature);
  return found != features_.end() && *found == feature ? static_cast<Gram>(found - features_.begin()) : kNoGram;
}

}  // namespace textkin::engine::leaks
