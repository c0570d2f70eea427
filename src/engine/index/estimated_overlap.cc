#include "engine/index/estimated_overlap.h"

#include <algorithm>
#include <cmath>

#include "archive/band_keys.h"
#include "stats/law/bbit.h"

namespace textkin::engine::index {
namespace {

constexpr std::uint32_t kBits = 8;  // of a cell
// A whole number that floating point misses by less than this is meant.
constexpr double kNearly = 1e-6;

// J = o / (a + b - o).
double shared_at(double similarity, double sizes) { return sizes * similarity / (1 + similarity); }

}  // namespace

EstimatedOverlap estimated_overlap(std::uint32_t agreeing, std::uint64_t size_a, std::uint64_t size_b,
                                   double confidence) {
  static const stats::BbitLaw law(kBits);
  const auto sizes = static_cast<double>(size_a + size_b);
  const auto most = static_cast<double>(std::min(size_a, size_b));
  const Interval interval = law.interval(agreeing, archive::kCells, confidence);
  const double share = static_cast<double>(agreeing) / archive::kCells;
  // Outwards to whole numbers would be wider than need be: what is shared is one.
  const double upper = std::min(most, std::floor(shared_at(interval.upper, sizes) + kNearly));
  const double lower = std::min(upper, std::ceil(shared_at(interval.lower, sizes) - kNearly));
  const double shared = std::round(shared_at(std::clamp(law.estimate(share), 0.0, 1.0), sizes));
  return {.shared = static_cast<std::uint32_t>(std::clamp(shared, lower, upper)),
          .least = static_cast<std::uint32_t>(lower),
          .most = static_cast<std::uint32_t>(upper)};
}

}  // namespace textkin::engine::index
