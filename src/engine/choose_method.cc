#include "engine/choose_method.h"

#include <fmt/format.h>

namespace textkin::engine {
namespace {

// Nanoseconds on one core of the machine that they were fitted on; only their ratios matter. `make bench` prints them anew.
constexpr double kExactPerFeature = 16;     // count frequencies, select prefixes, index them
constexpr double kExactPerHit = 12;         // touch one posting, position filter, its share of verification
constexpr double kSketchPerDocument = 700;  // rounds that fill the last cells
constexpr double kSketchPerFeature = 3;
constexpr double kBandRecord = 30;  // make, partition and sort one

}  // namespace

MethodChoice choose_method(const std::vector<FeatureView>& sets, std::uint64_t features, const Plan& plan,
                           double prefix_hits) {
  const auto documents = static_cast<double>(sets.size());
  const double exact = kExactPerFeature * static_cast<double>(features) + kExactPerHit * prefix_hits;
  const double lsh = documents * (kSketchPerDocument + kBandRecord * (plan.bands + 1)) +
                     kSketchPerFeature * static_cast<double>(features);
  MethodChoice choice;
  choice.exact = exact <= lsh;
  choice.reason = fmt::format("auto: predicted cost exact {:.2g} s, lsh {:.2g} s", 1e-9 * exact, 1e-9 * lsh);
  return choice;
}

}  // namespace textkin::engine
