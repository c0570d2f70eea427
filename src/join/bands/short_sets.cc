#include "join/bands/short_sets.h"

#include <algorithm>

#include "hash/mix.h"

namespace textkin::join {
namespace {

constexpr std::uint32_t kMostElements = 24;
constexpr std::uint64_t kSeed = 0x73686F7274736574ull;
// So that rounding makes a set long, or gives a key too many, and never loses a pair.
constexpr double kRounding = 1e-9;

}  // namespace

ShortSets::ShortSets(double least_jaccard) {
  const double least = least_jaccard - kRounding;
  while (most_ < kMostElements && (most_ + 1.0) / (most_ + 3.0) < least) ++most_;
  least_cut_ = 2;
  while ((least_cut_ - 1.0) / least_cut_ < least && least_cut_ <= most_ + 1) ++least_cut_;
}

void ShortSets::append(FeatureView set, DocId doc, bool keys, BandRecords& out) const {
  const bool cut = keys && is_cut(set.size());
  if (!is_short(set.size()) && !cut) return;
  std::uint64_t sum = 0;
  for (const Feature feature : set) sum += hash::mix64(feature + kSeed);
  const std::uint64_t key = hash::mix64(sum);
  if (is_short(set.size())) {
    out.whole.push_back({.value = doc, .key = key});
    if (keys) out.bands.push_back({.value = doc, .key = key & ~std::uint64_t{1}});
  }
  if (!cut) return;
  for (const Feature feature : set)
    out.bands.push_back({.value = doc, .key = hash::mix64(sum - hash::mix64(feature + kSeed)) | 1});
}

}  // namespace textkin::join
