// experiment_simhash_curve TRIALS: how often 64-bit SimHash fingerprints of two sets of 400 features lie within a
// Hamming distance, at stated Jaccard similarities, beside the law.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>

#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"
#include "stats/law/angle_law.h"

int main(int, char** arguments) {
  using namespace textkin;
  using namespace textkin::sketch;
  const auto trials = static_cast<std::size_t>(std::atoi(arguments[1]));
  constexpr std::uint32_t kSize = 400;
  fmt::print("jaccard\tdistance\tshare\tlaw\n");
  for (int percent = 50; percent <= 100; percent += percent < 90 ? 5 : 1) {
    const auto both = static_cast<std::uint32_t>(std::lround(2.0 * kSize * percent / (100 + percent)));
    const PairShape shape{both, kSize, kSize};
    auto sketcher = make_sketcher("simhash", 64, 5).value();
    std::vector<std::size_t> counts(65, 0);
    for_pairs(*sketcher, shape, trials, 99, [&](SignatureView a, SignatureView b) {
      int distance = 0;
      for (std::size_t i = 0; i < a.size(); ++i) distance += std::popcount(a[i] ^ b[i]);
      ++counts[static_cast<std::size_t>(distance)];
    });
    const double cosine = stats::cosine_of_equal_sets(shape.jaccard());
    for (const std::uint32_t most : {3u, 7u, 12u}) {
      std::size_t within = 0;
      for (std::uint32_t distance = 0; distance <= most; ++distance) within += counts[distance];
      fmt::print("{:.6f}\t{}\t{:.6f}\t{:.6f}\n", shape.jaccard(), most,
                 static_cast<double>(within) / static_cast<double>(trials),
                 stats::probability_within(cosine, 64, most));
    }
  }
}
