#include "stats/effective_universe.h"

#include <algorithm>

namespace textkin::stats {

void EffectiveUniverse::merge(const EffectiveUniverse& other) {
  for (std::uint32_t i = 0; i < kCounters; ++i) counters_[i] += other.counters_[i];
  occurrences_ += other.occurrences_;
}

double EffectiveUniverse::value() const {
  double squares = 0;
  for (const std::int64_t counter : counters_) squares += static_cast<double>(counter) * static_cast<double>(counter);
  const auto occurrences = static_cast<double>(occurrences_);
  return squares > 0 ? std::max(1.0, occurrences * occurrences / squares) : 1.0;
}

}  // namespace textkin::stats
