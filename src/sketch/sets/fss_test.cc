#include "sketch/sets/fss.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/cpu.h"
#include "sketch/sets/fss_family.h"
#include "sketch/sets/fss_rounds.h"
#include "sketch/sets/fss_scalar.h"
#include "sketch/testing_pair_trials.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

// The streaming form: one element at a time, each through the rounds that could still change a cell. It never sees the
// set as a whole, so it shares no shortcut with the definition or the kernel.
std::vector<Cell> streamed(const FssFamily& family, FeatureView features) {
  const std::uint32_t k = family.cells();
  std::vector<Cell> cells(k, kEmptyCell);
  const auto round_of = [](Cell cell) {
    return cell == kEmptyCell ? 0xFFFFu : cell >> 31 == 0 ? 0u : cell >> 21 & 1023u;
  };
  for (const Feature feature : features) {
    const FssElement x = family.element(feature);
    for (std::uint32_t round = 0; round < family.rounds(); ++round) {
      std::uint32_t last = 0;
      for (const Cell cell : cells) last = std::max(last, round_of(cell));
      if (round > last) break;
      const FssPlace place = round == 0  ? family.first_round(x)
                             : round < k ? family.random_bin(family.value(x, round), round)
                                         : family.fixed_bin(family.value(x, round), round);
      cells[place.bin] = std::min(cells[place.bin], place.cell);
    }
  }
  return cells;
}

TEST(Fss, EqualsItsStreamingForm) {
  for (const std::uint32_t k : {1u, 2u, 5u, 32u, 100u, 128u, 256u, 512u})
    for (const std::size_t size : {1, 2, 3, 6, 20, 70, 330, 1500}) {
      const FssFamily family(k, 5);
      FeatureBlock block = make_pairs({0, static_cast<std::uint32_t>(size), 0}, 1, size);
      std::vector<Cell> cells(k);
      fss_scalar(family, block[0], cells.data());
      ASSERT_EQ(cells, streamed(family, block[0])) << k << " " << size;
    }
}

// Sizes around every change of way in the kernel, in orders in which the least of a cell comes first, last or anywhere.
TEST(Fss, KernelsEqualTheDefinition) {
  FssScratch scratch;
  for (const std::uint32_t k : {1u, 2u, 24u, 31u, 32u, 33u, 64u, 200u, 255u, 256u, 257u, 512u})
    for (const std::size_t size : {1u, 2u, 16u, 47u, 48u, 49u, 255u, 6 * k - 1, 6 * k, 6 * k + 17, 2049u, 9000u}) {
      const FssFamily family(k, 7);
      FeatureBlock block = make_pairs({0, static_cast<std::uint32_t>(size), 0}, 1, size + k);
      std::vector<Feature> set(block[0].begin(), block[0].end());
      std::vector<Cell> expected(k), cells(k);
      fss_scalar(family, set, expected.data());
      const auto fraction = [&](Feature x) { return family.element(x).low; };
      for (int order = 0; order < 3; ++order) {
        if (order == 1)
          std::sort(set.begin(), set.end(), [&](Feature a, Feature b) { return fraction(a) < fraction(b); });
        if (order == 2) std::reverse(set.begin(), set.end());
        for (const char* target : {"avx512", "avx2", "sse4", "neon"}) {
          if (!base::force_simd(target).ok()) continue;
          fss_block(family, {.values = set, .offsets = {0, set.size()}, .weights = {}}, scratch, cells.data());
          ASSERT_EQ(cells, expected) << target << " " << k << " " << size << " " << order;
        }
      }
    }
  ASSERT_TRUE(base::force_simd("auto").ok());
}

// Bins stay empty after the first round, however many elements there seem to be.
TEST(Fss, RepeatsInSmallSetsChangeNothing) {
  FssScratch scratch;
  for (std::uint32_t k = 1; k <= 9; ++k)
    for (std::size_t size = 3; size <= 120; ++size) {
      const FssFamily family(k, 9);
      std::vector<Feature> set(size);
      for (std::size_t i = 0; i < size; ++i) set[i] = i % 3;
      std::vector<Cell> expected(k), cells(k), others(k);
      fss_scalar(family, FeatureView(set).first(3), expected.data());
      // What the scratch holds of another set must not matter.
      fss_block(family, {.values = {7, 8}, .offsets = {0, 2}, .weights = {}}, scratch, others.data());
      fss_block(family, {.values = set, .offsets = {0, size}, .weights = {}}, scratch, cells.data());
      ASSERT_EQ(cells, expected) << k << " " << size;
    }
}

TEST(Fss, CellsOrderByRoundThenFractionAndStayBelowEmpty) {
  const FssFamily family(512, 1);
  const Cell first = family.first_round({0xFFFFFFFFu, 0xFFFFFFFFu}).cell;
  EXPECT_EQ(first, 0x7FFFFFFFu);
  EXPECT_LT(first, family.random_bin(0, 1).cell);
  EXPECT_EQ(family.random_bin(0xFFFFFFFFu, 1).bin, 511u);
  EXPECT_LT(family.random_bin(0xFFFFFFFFu, 1).cell, family.random_bin(0, 2).cell);
  EXPECT_LT(family.random_bin(0xFFFFFFFFu, 511).cell, family.fixed_bin(0, 512).cell);
  EXPECT_EQ(family.fixed_bin(0, 1023).bin, 511u);
  EXPECT_EQ(family.fixed_bin(0xFFFFFFFFu, 1023).cell, kEmptyCell - 1);
}

// Signatures are stored: these bits are fss.v1, from an implementation of the header's words in another language that
// shares no code with this one. A change here is a new version.
TEST(Fss, KeepsItsBits) {
  std::vector<Cell> cells(8);
  const Feature three[] = {1, 2, 3};
  fss_scalar(FssFamily(8, 1), three, cells.data());
  EXPECT_EQ(cells, (std::vector<Cell>{0x3BC2B5B9u, 0x8050927Bu, 0x2A74AC64u, 0x806C8688u, 0x80292232u, 0x8027F42Eu,
                                      0x46A8F4BDu, 0x80B4B0E3u}));
  cells.resize(4);
  const Feature one[] = {5};  // gets as far as the rounds of fixed bins
  fss_scalar(FssFamily(4, 2), one, cells.data());
  EXPECT_EQ(cells, (std::vector<Cell>{0x802C157Bu, 0x80AE480Bu, 0x80DF16FFu, 0x47872D9Du}));
}

// Acceptance numbers of the design; J is the realised quotient.
TEST(Fss, HasTheStatedRmse) {
  struct Row {
    std::uint32_t k;
    PairShape shape;
    std::size_t trials;
    double rmse, tolerance;
  };
  for (const Row& row : {Row{128, {13, 20, 20}, 40000, .0314, .0006},
                         {128, {67, 100, 100}, 40000, .0324, .0006},
                         {256, {667, 1000, 1000}, 10000, .0284, .0008},
                         {128, {18, 20, 20}, 40000, .0241, .0006},
                         {256, {89, 100, 100}, 20000, .0179, .0004}}) {
    const std::size_t count = trials_of(row.trials);
    const auto sketcher = make_fss(row.k, 3);
    double squares = 0;
    double sum = 0;
    for_pairs(*sketcher, row.shape, count, 50, [&](SignatureView a, SignatureView b) {
      const double miss = static_cast<double>(matches(a, b)) / row.k - row.shape.jaccard();
      squares += miss * miss;
      sum += miss;
    });
    const auto trials = static_cast<double>(count);
    const double noise = 3 * row.rmse / std::sqrt(2 * trials);
    EXPECT_NEAR(std::sqrt(squares / trials), row.rmse, std::max(row.tolerance, noise)) << row.k << " " << row.shape.f1;
    EXPECT_LT(std::abs(sum / trials), 4 * row.rmse / std::sqrt(trials)) << row.k << " " << row.shape.f1;
  }
}

// Coverage .961 .946 .957 .949 .964 .963 and widths .125 .131 .150 .136 .110 .077 are the design's measurements.
TEST(Fss, TightIntervalsCoverAsMeasured) {
  struct Row {
    PairShape shape;
    double coverage, width;
  };
  for (const Row& row : {Row{{13, 20, 20}, .961, .125},
                         {{67, 100, 100}, .946, .131},
                         {{200, 300, 300}, .957, .150},
                         {{889, 1000, 1000}, .949, .136},
                         {{25, 100, 30}, .964, .110},
                         {{95, 100, 100}, .963, .077}}) {
    const auto sketcher = make_fss(128, 5);
    std::vector<Interval> by_matches;
    for (std::uint32_t x = 0; x <= 128; ++x)
      by_matches.push_back(sketcher->law().interval(x, 128, row.shape.f1, row.shape.f2, .95, true));
    const double truth = row.shape.jaccard();
    const std::size_t count = trials_of(row.shape.f1 > 500 ? 4000 : 10000);
    double covered = 0;
    double width = 0;
    for_pairs(*sketcher, row.shape, count, 60, [&](SignatureView a, SignatureView b) {
      const Interval interval = by_matches[matches(a, b)];
      covered += interval.lower <= truth && truth <= interval.upper;
      width += interval.upper - interval.lower;
    });
    const auto trials = static_cast<double>(count);
    EXPECT_NEAR(covered / trials, row.coverage, 3 * std::sqrt(.05 * .95 / trials) + .004)
        << row.shape.f1 << " " << truth;
    EXPECT_NEAR(width / trials, row.width, .003) << row.shape.f1 << " " << truth;
  }
}

// Rows say =, <, > with probabilities (a, f1 - a, f2 - a) / u.
TEST(Fss, RowOutcomesHaveTheStatedFrequencies) {
  for (const PairShape& shape : {PairShape{10, 20, 40}, PairShape{60, 100, 300}, PairShape{500, 600, 2000}}) {
    const auto sketcher = make_fss(128, 9);
    Moments equal, less, more;
    for_pairs(*sketcher, shape, trials_of(4000), 70, [&](SignatureView a, SignatureView b) {
      double counts[3] = {};
      for (std::size_t i = 0; i < a.size(); ++i) counts[a[i] == b[i] ? 0 : a[i] < b[i] ? 1 : 2] += 1.0 / 128;
      equal.add(counts[0]);
      less.add(counts[1]);
      more.add(counts[2]);
    });
    const double u = shape.united();
    EXPECT_LT(std::abs(equal.mean() - shape.both / u), 4 * equal.error());
    EXPECT_LT(std::abs(less.mean() - (shape.f1 - shape.both) / u), 4 * less.error());
    EXPECT_LT(std::abs(more.mean() - (shape.f2 - shape.both) / u), 4 * more.error());
  }
}

// A single feature stands in every cell, so two of them compare as exactly 0 or 1.
TEST(Fss, SingletonsAreEqualOrNot) {
  const auto sketcher = make_fss(512, 2);
  for_pairs(*sketcher, {0, 1, 1}, 300, 80, [](SignatureView a, SignatureView b) { ASSERT_LE(matches(a, b), 1u); });
  for_pairs(*sketcher, {1, 1, 1}, 300, 80, [](SignatureView a, SignatureView b) { ASSERT_EQ(matches(a, b), 512u); });
}

}  // namespace
}  // namespace textkin::sketch
