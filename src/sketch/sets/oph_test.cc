#include "sketch/sets/oph.h"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

#include "sketch/testing_pair_trials.h"

namespace textkin::sketch {
namespace {

// The law's E(1/N) against the whole distribution of N, the number of bins that u members fill.
TEST(Oph, LawEqualsTheSumOverAllOccupancies) {
  for (const std::uint32_t k : {3u, 4u, 16u, 128u, 512u})
    for (const std::uint32_t u : {2u, 3u, 10u, 60u, 200u, 256u, 257u, 1000u, 5000u}) {
      std::vector<double> filled(k + 1, 0.0);  // probability of so many
      filled[0] = 1;
      for (std::uint32_t member = 0; member < u; ++member)
        for (std::uint32_t n = k + 1; n-- > 0;)
          filled[n] = filled[n] * n / k + (n > 0 ? filled[n - 1] * (k - n + 1) / k : 0);
      double expected = 0;  // of the hypergeometric variance, given N
      for (std::uint32_t n = 1; n <= std::min(k, u); ++n) expected += filled[n] * .21 / n * (u - n) / (u - 1);
      const auto sketcher = make_oph(k, 1);
      EXPECT_NEAR(sketcher->law().variance(.3, u, k), expected, (u <= 256 ? 1e-10 : 2e-4) * expected + 1e-12)
          << k << " " << u;
    }
}

// Empty cells of both are not agreement; those of one are difference.
TEST(Oph, EmptyCellsCountAsTheyShould) {
  const auto sketcher = make_oph(64, 1);
  SignatureBlock out;
  sketcher->sketch(make_pairs({0, 3, 2}, 1, 1), out);
  EXPECT_EQ(sketcher->estimate(out, 0, out, 1, .95)->value, 0);
  sketcher->sketch(make_pairs({1, 1, 2}, 1, 1), out);
  EXPECT_EQ(sketcher->estimate(out, 0, out, 1, .95)->value, .5);
}

TEST(Oph, KeepsItsBits) {
  // From an implementation of the header's words in another language.
  const auto sketcher = make_oph(4, 1);
  SignatureBlock out;
  sketcher->sketch({{1, 2, 3}, {0, 3}, {}}, out);
  EXPECT_EQ(out.cells, (std::vector<Cell>{0x87D289A6u, 0x443A16D9u, 0xFFFFFFFFu, 0xFFFFFFFFu}));
}

}  // namespace
}  // namespace textkin::sketch
