#include "stats/plan/method_cost.h"

#include <fmt/format.h>

namespace textkin::stats {
namespace {

// Nanoseconds on one core, fitted to runs of both methods on eleven collections (docs/decisions/0001); only their
// ratios matter for the choice.
constexpr double kExactPerDocument = 600;
constexpr double kExactPerFeature = 24;      // sort, count frequencies, select prefixes, index them
constexpr double kExactPerHit = 25;          // touch one posting, position filter, its share of verification
constexpr double kSketchPerDocument = 1200;  // rounds that fill the last cells
constexpr double kSketchPerFeature = 1;
constexpr double kBandRecord = 50;  // make, partition and sort one

}  // namespace

MethodChoice choose_method(std::uint64_t documents, std::uint64_t features, const Plan& plan, double prefix_hits) {
  const double exact = kExactPerDocument * static_cast<double>(documents) +
                       kExactPerFeature * static_cast<double>(features) + kExactPerHit * prefix_hits;
  const double lsh = static_cast<double>(documents) * (kSketchPerDocument + kBandRecord * (plan.bands + 1)) +
                     kSketchPerFeature * static_cast<double>(features);
  MethodChoice choice;
  choice.exact = exact <= lsh;
  choice.reason = fmt::format("auto: predicted cost exact {}{:.2g} s, lsh {:.2g} s",
                              choice.exact || prefix_hits > 0 ? "" : "at least ", 1e-9 * exact, 1e-9 * lsh);
  return choice;
}

}  // namespace textkin::stats
