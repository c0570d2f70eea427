#include "join/bands/components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/parallel.h"

namespace textkin::join {
namespace {

TEST(Components, RootsAreTheBestRanksWhateverTheThreads) {
  constexpr std::uint32_t kRanks = 20000;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::vector<std::uint32_t>> buckets;
    for (int i = 0; i < 9000; ++i) {
      std::vector<std::uint32_t> bucket;
      for (std::size_t n = 2 + random() % 2; n > 0; --n)
        bucket.push_back(static_cast<std::uint32_t>(random() % kRanks));
      std::ranges::sort(bucket);
      buckets.push_back(bucket);
    }
    // Labels that spread until nothing changes.
    std::vector<std::uint32_t> label(kRanks, ~0u);
    for (const auto& bucket : buckets) {
      for (const std::uint32_t rank : bucket) label[rank] = rank;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& bucket : buckets) {
        std::uint32_t best = ~0u;
        for (const std::uint32_t rank : bucket) best = std::min(best, label[rank]);
        for (const std::uint32_t rank : bucket) changed |= std::exchange(label[rank], best) != best;
      }
    }
    for (unsigned threads = 1; threads <= 4; ++threads) {
      Components components(kRanks);
      const Status status = base::parallel_for(buckets.size(), threads, [&](std::size_t i, unsigned) {
        components.unite(buckets[i]);
        return Status();
      });
      ASSERT_TRUE(status.ok());
      for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
        ASSERT_EQ(components.has(rank), label[rank] != ~0u);
        if (components.has(rank)) {
          ASSERT_EQ(components.root(rank), label[rank]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace textkin::join
