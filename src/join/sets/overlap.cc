#include "join/sets/overlap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/cpu.h"
#include "join/sets/overlap_kernel.h"

namespace textkin::join {
namespace {

// Beyond this ratio of sizes a search for each member of the small set beats walking through the large one.
constexpr std::size_t kGallopRatio = 32;

// The least overlap as a real number is off by less than 10^-5 at sums below 2^33, and so is the rounded quotient: so
// the answer is that number's floor or the next one, and the predicate itself says which.

// Joins ask for this more often than for anything else.
std::uint64_t required_overlap_by_jaccard(std::uint64_t size_a, std::uint64_t size_b, double threshold) {
  const std::uint64_t sum = size_a + size_b;
  const std::uint64_t most = std::min(size_a, size_b);
  if (threshold <= 0) return 0;
  if (!(threshold <= 1)) return most + 1;
  // o / (sum - o) >= t where o >= t sum / (1 + t).
  const double estimate = threshold / (1 + threshold) * static_cast<double>(sum);
  std::uint64_t needed = std::min(static_cast<std::uint64_t>(estimate), most + 1);
  const auto reaches = [&](std::uint64_t shared) {
    const std::uint64_t united = sum - shared;
    return united != 0 && static_cast<double>(shared) / static_cast<double>(united) >= threshold;
  };
  while (needed <= most && !reaches(needed)) ++needed;
  return needed;
}

double estimated_overlap(std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold, Part part) {
  const double t = threshold.value;
  const auto a = static_cast<double>(size_a);
  const auto b = static_cast<double>(size_b);
  switch (threshold.measure) {
    case Measure::kDice:
      return t / 2 * (a + b);
    case Measure::kCosine:
      return t * std::sqrt(a * b);
    case Measure::kContainment:
      return t * (part == Part::kEither ? std::min(a, b) : part == Part::kContained ? a : b);
    case Measure::kJaccard:
    case Measure::kOverlap:
      break;
  }
  return t;
}

// Stops where the rest of `small` cannot bring the count to `needed`.
std::uint64_t gallop(FeatureView small, FeatureView large, std::uint64_t needed) {
  std::uint64_t shared = 0;
  std::size_t low = 0;
  for (std::size_t i = 0; i < small.size() && low < large.size(); ++i) {
    if (shared + (small.size() - i) < needed) return kOutOfReach;
    std::size_t step = 1;
    while (low + step < large.size() && large[low + step] < small[i]) step *= 2;
    const Feature* from = large.data() + low;
    const Feature* to = large.data() + std::min(low + step, large.size());
    const Feature* place = std::lower_bound(from, to, small[i]);
    low = static_cast<std::size_t>(place - large.data());
    if (low < large.size() && *place == small[i]) {
      ++shared;
      ++low;
    }
  }
  return shared;
}

std::uint64_t count_shared(FeatureView a, FeatureView b, std::uint64_t needed) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() / kGallopRatio > a.size()) return gallop(a, b, needed);
  return base::simd_enabled() ? shared_simd(a, b, needed) : shared_scalar(a, b, needed);
}

}  // namespace

bool reaches(std::uint64_t shared, std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold, Part part) {
  if (part == Part::kEither) return undirected_similarity(threshold.measure, shared, size_a, size_b) >= threshold.value;
  if (part == Part::kContainer) std::swap(size_a, size_b);
  return similarity(threshold.measure, shared, size_a, size_b) >= threshold.value;
}

std::uint64_t required_overlap(std::uint64_t size_a, std::uint64_t size_b, const Threshold& threshold, Part part) {
  if (threshold.measure == Measure::kJaccard) return required_overlap_by_jaccard(size_a, size_b, threshold.value);
  const std::uint64_t most = std::min(size_a, size_b);
  if (threshold.value <= 0) return 0;
  const double estimate = estimated_overlap(size_a, size_b, threshold, part);
  if (!(estimate <= static_cast<double>(most))) {
    // Out of reach, but for what rounding adds.
    return most > 0 && reaches(most, size_a, size_b, threshold, part) ? most : most + 1;
  }
  auto needed = static_cast<std::uint64_t>(estimate);
  while (needed <= most && !reaches(needed, size_a, size_b, threshold, part)) ++needed;
  return needed;
}

std::uint64_t shared_scalar(FeatureView a, FeatureView b, std::uint64_t needed) {
  // Without branches on the data: which side is ahead is a coin toss that no predictor learns.
  constexpr std::size_t kStretch = 16;
  std::uint64_t shared = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const std::size_t safe = std::min({a.size() - i, b.size() - j, kStretch});
    if (shared + std::min(a.size() - i, b.size() - j) < needed) return kOutOfReach;
    for (std::size_t step = 0; step < safe; ++step) {
      const Feature x = a[i];
      const Feature y = b[j];
      shared += x == y;
      i += x <= y;
      j += y <= x;
    }
  }
  return shared;
}

std::uint64_t overlap(FeatureView a, FeatureView b) { return count_shared(a, b, 0); }

std::optional<std::uint64_t> overlap_at_least(FeatureView a, FeatureView b, std::uint64_t needed) {
  if (std::min(a.size(), b.size()) < needed) return std::nullopt;
  const std::uint64_t shared = count_shared(a, b, needed);
  if (shared == kOutOfReach || shared < needed) return std::nullopt;
  return shared;
}

}  // namespace textkin::join
