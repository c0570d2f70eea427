#include "sketch/sets/fss_scalar.h"

#include <algorithm>

namespace textkin::sketch {

void fss_scalar(const FssFamily& family, FeatureView features, Cell* out) {
  const std::uint32_t k = family.cells();
  std::fill_n(out, k, kEmptyCell);
  if (features.empty()) return;
  for (std::uint32_t round = 0; round < family.rounds(); ++round) {
    for (const Feature feature : features) {
      const FssElement x = family.element(feature);
      const FssPlace place = round == 0  ? family.first_round(x)
                             : round < k ? family.random_bin(family.value(x, round), round)
                                         : family.fixed_bin(family.value(x, round), round);
      out[place.bin] = std::min(out[place.bin], place.cell);
    }
    if (std::find(out, out + k, kEmptyCell) == out + k) return;
  }
}

}  // namespace textkin::sketch
