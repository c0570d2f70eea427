// experiment_b_bit TRIALS: b-bit signatures with as many cells as fit into 2048 bits, on random pairs, beside the law.
#include "sketch/signatures/bbit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"

int main(int, char** arguments) {
  using namespace textkin;
  using namespace textkin::sketch;
  const auto trials = static_cast<std::size_t>(std::atoi(arguments[1]));
  constexpr std::uint32_t kStorage = 2048;  // bits of a signature
  constexpr std::size_t kTogether = 200;
  constexpr std::uint32_t kSize = 500;
  fmt::print("bits\tcells\tjaccard\tbias\trmse\trmse_error\tlaw\tfull_law\n");
  for (const std::uint32_t bits : {1u, 2u, 4u, 8u, 16u})
    for (const double jaccard : {0.2, 0.35, 0.5, 0.65, 0.8, 0.9}) {
      const std::uint32_t cells = kStorage / bits;
      const auto both = static_cast<std::uint32_t>(std::lround(2 * kSize * jaccard / (1 + jaccard)));
      const PairShape shape{both, kSize, kSize};
      auto sketcher = make_sketcher("kperm", cells, 3).value();
      Moments error;
      Moments squares;
      SignatureBlock signatures;
      for (std::size_t done = 0; done < trials; done += kTogether) {
        sketcher->sketch(make_pairs(shape, kTogether, 17 + done), signatures);
        const BbitBlock small = to_bbit(signatures, bits).value();
        for (std::size_t i = 0; i < kTogether; ++i) {
          const double off = estimate_bbit(small, 2 * i, small, 2 * i + 1, 0.95)->raw - shape.jaccard();
          error.add(off);
          squares.add(off * off);
        }
      }
      const double rmse = std::sqrt(squares.mean());
      fmt::print("{}\t{}\t{:.6f}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\n", bits, cells, shape.jaccard(), error.mean(),
                 rmse, squares.error() / (2 * rmse), std::sqrt(stats::BbitLaw(bits).variance(shape.jaccard(), cells)),
                 std::sqrt(shape.jaccard() * (1 - shape.jaccard()) / (kStorage / 64)));
    }
}
