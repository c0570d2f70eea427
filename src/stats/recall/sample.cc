#include "stats/recall/sample.h"

#include <algorithm>
#include <random>

#include "stats/recall/uniform_below.h"

namespace textkin::stats {

std::vector<std::uint32_t> sample_without_replacement(std::uint32_t population, std::uint64_t size,
                                                      std::uint64_t seed) {
  std::uint64_t wanted = std::min<std::uint64_t>(size, population);
  std::vector<std::uint32_t> sample;
  sample.reserve(wanted);
  std::mt19937_64 generator(seed);
  for (std::uint32_t i = 0; wanted > 0; ++i) {
    if (uniform_below(generator, population - i) >= wanted) continue;
    sample.push_back(i);
    --wanted;
  }
  return sample;
}

}  // namespace textkin::stats
