#include "join/measures/catalog.h"

#include <algorithm>
#include <array>

#include "base/unknown_name.h"
#include "join/measures/containment.h"
#include "join/measures/cosine.h"
#include "join/measures/dice.h"
#include "join/measures/jaccard.h"
#include "join/measures/shared_count.h"

namespace textkin::join {
namespace {

constexpr std::array kMeasures{
    &kJaccard, &kDice, &kCosine, &kContainment, &kSharedCount,
};

}  // namespace

std::span<const Measure* const> measures() { return kMeasures; }

Result<const Measure*> find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &Measure::name);
  if (found != kMeasures.end()) return *found;
  std::array<std::string_view, kMeasures.size()> names;
  std::ranges::transform(kMeasures, names.begin(), &Measure::name);
  return base::unknown_name("measure", name, names);
}

}  // namespace textkin::join
