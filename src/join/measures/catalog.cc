#include "join/measures/catalog.h"

#include <algorithm>
#include <array>

#include "base/names/unknown_name.h"
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

constexpr auto kAliases = std::to_array<Alias>({
    {"resemblance", "jaccard"},
    {"tanimoto", "jaccard"},
    {"sorensen-dice", "dice"},
    {"ochiai", "cosine"},
    {"overlap-coefficient", "containment"},
    {"szymkiewicz-simpson", "containment"},
    {"intersection", "overlap"},
});

}  // namespace

std::span<const Measure* const> measures() { return kMeasures; }
std::span<const Alias> measure_aliases() { return kAliases; }

Result<const Measure*> find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, unaliased(name, kAliases), &Measure::name);
  if (found != kMeasures.end()) return *found;
  std::array<std::string_view, kMeasures.size()> names;
  std::ranges::transform(kMeasures, names.begin(), &Measure::name);
  return base::unknown_name("measure", name, names);
}

}  // namespace textkin::join
