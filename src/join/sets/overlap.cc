#include "join/sets/overlap.h"

#include <algorithm>
#include <utility>

#include "base/cpu.h"
#include "join/sets/overlap_kernel.h"

namespace textkin::join {
namespace {

// Beyond this ratio of sizes a search for each member of the small set beats walking through the large one.
constexpr std::size_t kGallopRatio = 32;

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
