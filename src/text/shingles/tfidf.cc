#include "text/shingles/tfidf.h"

#include <cmath>
#include <utility>

namespace textkin::text {
namespace {

constexpr std::size_t kFewestSlots = 1u << 10;

}  // namespace

// Features are fully mixed: their low bits are as good a place as any. Two thirds of the slots at most are taken.
std::size_t DocumentFrequencies::place_of(Feature feature) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = feature & mask;
  while (slots_[place].count != 0 && slots_[place].feature != feature) place = (place + 1) & mask;
  return place;
}

void DocumentFrequencies::grow() {
  std::vector<Slot> old(slots_.empty() ? kFewestSlots : 2 * slots_.size());
  std::swap(old, slots_);
  for (const Slot& slot : old)
    if (slot.count != 0) slots_[place_of(slot.feature)] = slot;
}

void DocumentFrequencies::add(FeatureView set) {
  ++documents_;
  for (const Feature feature : set) {
    if (3 * (distinct_ + 1) > 2 * slots_.size()) grow();
    Slot& slot = slots_[place_of(feature)];
    distinct_ += slot.count == 0;
    slot.feature = feature;
    ++slot.count;
  }
}

std::uint32_t DocumentFrequencies::of(Feature feature) const {
  return slots_.empty() ? 0 : slots_[place_of(feature)].count;
}

void DocumentFrequencies::weigh(FeatureView features, std::span<double> frequencies) const {
  const auto all = static_cast<double>(documents_);
  for (std::size_t i = 0; i < features.size(); ++i) frequencies[i] *= std::log1p(all / of(features[i]));
}

}  // namespace textkin::text
