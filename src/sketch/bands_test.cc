// The law of bands: how often all rows of a band are equal at once, where dependence between rows would show.
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "hash/odd_multiplier.h"
#include "sketch/sets/fss.h"
#include "sketch/sets/kperm.h"
#include "sketch/testing_pair_trials.h"
#include "stats/law/binomial.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

// Share of a signature's bands of `rows` that are equal, over many pairs.
Moments equal_bands(Sketcher& sketcher, const PairShape& shape, std::uint32_t rows, std::size_t trials) {
  Moments share;
  for_pairs(sketcher, shape, trials, 90, [&](SignatureView a, SignatureView b) {
    const std::size_t bands = a.size() / rows;
    double equal = 0;
    for (std::size_t band = 0; band < bands; ++band)
      equal += std::equal(a.begin() + band * rows, a.begin() + (band + 1) * rows, b.begin() + band * rows);
    share.add(equal / static_cast<double>(bands));
  });
  return share;
}

// As for fss.v1: bits of kperm.v1 from another implementation.
TEST(Kperm, KeepsItsBits) {
  FeatureBlock block;
  block.values = {1, 2, 3};
  block.offsets = {0, 3};
  SignatureBlock out;
  make_kperm(4, 1)->sketch(block, out);
  EXPECT_EQ(out.cells, (std::vector<Cell>{0x23564D43u, 0x3602AE91u, 0x3C949448u, 0x52D9B20Du}));
}

TEST(Kperm, BandsAreEqualWithProbabilityJToTheRows) {
  for (const PairShape& shape :
       {PairShape{9, 20, 20}, PairShape{13, 20, 20}, PairShape{67, 100, 100}, PairShape{200, 300, 300}})
    for (const std::uint32_t rows : {2u, 4u, 8u}) {
      const auto sketcher = make_kperm(128, 4);
      const Moments share = equal_bands(*sketcher, shape, rows, trials_of(20000));
      EXPECT_LT(std::abs(share.mean() - std::pow(shape.jaccard(), rows)), 3 * share.error())
          << shape.f1 << " " << shape.jaccard() << " " << rows;
    }
}

// Double hashing h1 + i h2 passes every test of single rows; this one must fail it (.0079 for .0071).
TEST(Kperm, TheBandTestSeesDoubleHashing) {
  const PairShape shape{9, 20, 20};
  Moments share;
  for (std::size_t trial = 0; trial < 20000; ++trial) {
    const FeatureBlock pair = make_pairs(shape, 1, 7 * trial);
    Cell cells[2][128];
    for (int side = 0; side < 2; ++side)
      for (std::uint32_t row = 0; row < 128; ++row) {
        Cell least = kEmptyCell;
        for (const Feature feature : pair[side]) {
          const std::uint64_t y = hash::mix64(feature);
          least = std::min(least, static_cast<Cell>(y) + row * (static_cast<Cell>(y >> 32) | 1));
        }
        cells[side][row] = least;
      }
    double equal = 0;
    for (int first = 0; first < 128; first += 4)
      equal += std::equal(cells[0] + first, cells[0] + first + 4, cells[1] + first);
    share.add(equal / 32);
  }
  EXPECT_GT(std::abs(share.mean() - std::pow(shape.jaccard(), 4)), 3 * share.error());
}

TEST(Fss, BandsOfSmallSetsAreEqualAtMostAsOften) {
  for (const PairShape& shape : {PairShape{9, 20, 20}, PairShape{13, 20, 20}, PairShape{67, 100, 100}})
    for (const std::uint32_t rows : {2u, 4u, 8u}) {
      const auto sketcher = make_fss(128, 4);
      const Moments share = equal_bands(*sketcher, shape, rows, trials_of(10000));
      EXPECT_LE(share.mean(), std::pow(shape.jaccard(), rows) + 3 * share.error())
          << shape.f1 << " " << shape.jaccard() << " " << rows;
    }
}

// n = 100, b = 16, r = 8: .0575 for .0643 at J = .5 and .961 for .950 at J = .8.
TEST(Fss, CandidateCurveIsSteeperThanThatOfIndependentRows) {
  const auto found = [](const PairShape& shape) {
    const auto sketcher = make_fss(128, 6);
    Moments found;
    for_pairs(*sketcher, shape, trials_of(20000), 91, [&](SignatureView a, SignatureView b) {
      bool any = false;
      for (int first = 0; first < 128; first += 8)
        any = any || std::equal(a.begin() + first, a.begin() + first + 8, b.begin() + first);
      found.add(any);
    });
    return found;
  };
  const PairShape half{67, 100, 100};
  const PairShape high{89, 100, 100};
  const Moments low_found = found(half);
  const Moments high_found = found(high);
  EXPECT_NEAR(low_found.mean(), .0575, .006 + 3 * low_found.error());
  EXPECT_LT(low_found.mean(), stats::banding_probability(half.jaccard(), 16, 8));
  EXPECT_NEAR(high_found.mean(), .961, .005 + 3 * high_found.error());
  EXPECT_GT(high_found.mean(), stats::banding_probability(high.jaccard(), 16, 8));
}

// Chi-square of the number of matches against Binomial(k, J), cells of small expectation put together.
TEST(Kperm, MatchesAreBinomial) {
  for (const PairShape& shape : {PairShape{13, 20, 20}, PairShape{67, 100, 100}, PairShape{889, 1000, 1000}}) {
    const std::uint32_t k = 128;
    const std::size_t trials = trials_of(shape.f1 > 500 ? 5000 : 20000);
    const auto sketcher = make_kperm(k, 8);
    std::vector<double> counts(k + 1);
    for_pairs(*sketcher, shape, trials, 92, [&](SignatureView a, SignatureView b) { counts[matches(a, b)] += 1; });
    double statistic = 0;
    int freedom = -1;
    double seen = 0;
    double expected = 0;
    for (std::uint32_t x = 0; x <= k; ++x) {
      seen += counts[x];
      expected += static_cast<double>(trials) * stats::binomial_pmf(x, k, shape.jaccard());
      const double rest = static_cast<double>(trials) * stats::binomial_tail(x + 1, k, shape.jaccard());
      if (expected < 8 || (rest < 8 && x < k)) continue;
      statistic += (seen - expected) * (seen - expected) / expected;
      ++freedom;
      seen = expected = 0;
    }
    ASSERT_GT(freedom, 10);
    // Wilson and Hilferty's cube root: a standard normal.
    const double scale = 2.0 / (9 * freedom);
    const double z = (std::cbrt(statistic / freedom) - (1 - scale)) / std::sqrt(scale);
    EXPECT_LT(z, 3.5) << shape.f1 << " chi-square " << statistic << " on " << freedom;
  }
}

}  // namespace
}  // namespace textkin::sketch
