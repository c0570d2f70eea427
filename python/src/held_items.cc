#include "held_items.h"

#include <utility>

namespace textkin::python {

// Features are hashes, so their low bits say where to look first; those that callers give are mixed once more.
std::size_t HeldItems::place_of(Feature feature) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = static_cast<std::size_t>((feature * 0x9E3779B97F4A7C15u) >> 20) & mask;
  while (table_[place] != 0 && table_[place] != feature) place = (place + 1) & mask;
  return place;
}

void HeldItems::grow() {
  std::vector<Feature> old(table_.empty() ? 16 : 2 * table_.size());
  std::vector<double> old_weights(weighted_ ? old.size() : 0);
  std::swap(old, table_);
  std::swap(old_weights, weights_);
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i] == 0) continue;
    const std::size_t place = place_of(old[i]);
    table_[place] = old[i];
    if (weighted_) weights_[place] = old_weights[i];
  }
}

double HeldItems::weight_or_add(Feature feature) {
  if (feature == 0) {
    size_ += zero_ ? 0 : 1;
    zero_ = true;
    return weighted_ ? zero_weight_ : 1;
  }
  std::size_t place = table_.empty() ? 0 : place_of(feature);
  if (table_.empty() || table_[place] == 0) {
    if (4 * (size_ + 1) > 3 * table_.size()) {
      grow();
      place = place_of(feature);
    }
    table_[place] = feature;
    ++size_;
  }
  return weighted_ ? weights_[place] : 1;
}

void HeldItems::set_weight(Feature feature, double weight) {
  (feature == 0 ? zero_weight_ : weights_[place_of(feature)]) = weight;
}

}  // namespace textkin::python
