#include "join/exact/rarities.h"

#include <algorithm>
#include <array>
#include <bit>

namespace textkin::join {

unsigned Rarities::level(std::uint32_t frequency) {
  if (frequency < 4) return frequency;
  return std::min(kLevels - 1, static_cast<unsigned>(std::bit_width(frequency)) + 1);
}

Rarities Rarities::count(const std::vector<FeatureView>& sets, unsigned threads) {
  const Frequencies counted = Frequencies::count(sets, threads);
  Rarities table;
  table.shift_ = counted.shift();
  std::array<std::uint8_t, Frequencies::kFull> levels;
  for (std::uint32_t i = 0; i < levels.size(); ++i) levels[i] = static_cast<std::uint8_t>(level(i));
  const auto level_at = [&](std::uint64_t place) {
    const std::uint8_t counter = counted.counters()[place];
    return counter < levels.size() ? levels[counter] : level(counted[place << table.shift_]);
  };
  table.halves_.resize(counted.counters().size() / 2);
  for (std::uint64_t i = 0; i < table.halves_.size(); ++i)
    table.halves_[i] = static_cast<std::uint8_t>(level_at(2 * i) | level_at(2 * i + 1) << 4);
  return table;
}

}  // namespace textkin::join
