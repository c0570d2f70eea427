// One suite over every sketch of the catalogue: an addition needs its line there and nothing here.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>

#include "base/cpu.h"
#include "sketch/catalog.h"
#include "sketch/pair_trials.h"
#include "stats/plan/planner.h"

namespace textkin::sketch {
namespace {

class Conformance : public testing::TestWithParam<CatalogEntry> {
 protected:
  ~Conformance() override { (void)base::force_simd("auto"); }

  std::unique_ptr<Sketcher> make(std::uint32_t cells, std::uint64_t seed = 1) const {
    return std::move(make_sketcher(GetParam().name, cells, seed)).value();
  }
};

FeatureBlock block_of(const std::vector<std::vector<Feature>>& sets) {
  FeatureBlock block;
  for (const auto& set : sets) {
    block.values.insert(block.values.end(), set.begin(), set.end());
    block.offsets.push_back(block.values.size());
  }
  return block;
}

std::vector<Feature> random_set(std::size_t size, std::uint64_t seed) {
  std::vector<Feature> set(size);
  for (std::size_t i = 0; i < size; ++i) set[i] = hash::stream_word(seed, i);
  return set;
}

std::vector<Cell> cells_of(Sketcher& sketcher, const std::vector<std::vector<Feature>>& sets) {
  SignatureBlock out;
  sketcher.sketch(block_of(sets), out);
  return out.cells;
}

TEST_P(Conformance, EqualsTheScalarDefinitionOnEveryTarget) {
  std::vector<std::vector<Feature>> sets;
  for (const std::size_t size :
       {0,  1,  2,  3,  4,  5,  7,   8,   11,  12,  13,  15,  16,   17,   23,   24,   25,   31,
        32, 33, 47, 48, 49, 64, 100, 255, 256, 257, 330, 500, 1000, 2047, 2048, 2049, 2500, 4097})
    sets.push_back(random_set(size, size + 1));
  for (const std::uint32_t cells : {1u,   2u,   3u,   8u,   31u,  32u,  33u,  63u,  64u,  100u,
                                    127u, 128u, 129u, 200u, 256u, 257u, 300u, 511u, 512u, GetParam().max_cells}) {
    if (cells > GetParam().max_cells) continue;
    const auto sketcher = make(cells, cells);
    ASSERT_TRUE(base::force_simd("scalar").ok());
    const std::vector<Cell> expected = cells_of(*sketcher, sets);
    for (const char* target : {"sse4", "avx2", "avx512"}) {
      if (!base::force_simd(target).ok()) continue;
      ASSERT_TRUE(cells_of(*sketcher, sets) == expected) << target << " " << cells;
    }
  }
}

TEST_P(Conformance, OneSketcherGivesTheSameWhateverItDidBefore) {
  const auto sketcher = make(200);
  const std::vector<Feature> set = random_set(77, 5);
  const std::vector<Cell> first = cells_of(*sketcher, {set});
  (void)cells_of(*sketcher, {random_set(5000, 6), {}, random_set(1, 7)});
  EXPECT_EQ(cells_of(*sketcher, {set}), first);
  EXPECT_EQ(cells_of(*make(200), {set}), first);
}

RC_GTEST_PROP(ConformanceOrder, OrderRepeatsAndBlocksDoNotMatter, ()) {
  const CatalogEntry& entry = catalog()[*rc::gen::inRange<std::size_t>(0, catalog().size())];
  const auto cells = *rc::gen::inRange(1u, 300u);
  const auto sketcher = std::move(make_sketcher(entry.name, cells, 9)).value();
  const auto set = *rc::gen::container<std::vector<Feature>>(rc::gen::arbitrary<Feature>());
  std::vector<Feature> other = set;
  std::reverse(other.begin(), other.end());
  other.insert(other.end(), set.begin(), set.begin() + static_cast<std::ptrdiff_t>(set.size() / 2));
  const std::vector<Cell> expected = cells_of(*sketcher, {set});
  RC_ASSERT(cells_of(*sketcher, {other}) == expected);
  const std::vector<Cell> between = cells_of(*sketcher, {{1, 2, 3}, set, {}});
  RC_ASSERT(std::equal(expected.begin(), expected.end(), between.begin() + cells));
}

TEST_P(Conformance, MergedSignaturesAreTheSignatureOfTheUnion) {
  if (!GetParam().mergeable) GTEST_SKIP() << "does not merge";
  for (const std::uint32_t cells : {1u, 17u, 128u, 512u})
    for (const std::size_t size_a : {0, 1, 2, 20, 300, 3000})
      for (const std::size_t size_b : {0, 1, 5, 100, 1000}) {
        const auto sketcher = make(cells);
        const auto a = random_set(size_a, 1);
        auto b = random_set(size_b, 2);
        for (std::size_t i = 0; i < std::min(size_a, size_b) / 2; ++i) b[i] = a[i];
        auto united = a;
        united.insert(united.end(), b.begin(), b.end());
        SignatureBlock all;
        sketcher->sketch(block_of({a, b, united}), all);
        std::vector<Cell> merged(all[0].begin(), all[0].end());
        ASSERT_TRUE(sketcher->merge(merged.data(), all[1].data()));
        ASSERT_TRUE(std::ranges::equal(merged, all[2])) << cells << " " << size_a << " " << size_b;
      }
}

TEST_P(Conformance, EmptySetsAreFlaggedAndOthersNever) {
  const auto sketcher = make(GetParam().max_cells);
  SignatureBlock out;
  std::vector<std::vector<Feature>> sets(1);
  for (std::uint64_t i = 0; i < 300; ++i) sets.push_back({i});
  sketcher->sketch(block_of(sets), out);
  ASSERT_EQ(out.rows(), 301u);
  EXPECT_EQ(out.spec, sketcher->spec());
  EXPECT_EQ(out.sizes[0], 0u);
  for (const Cell cell : out[0]) ASSERT_EQ(cell, kEmptyCell);
  for (std::size_t i = 1; i < out.rows(); ++i) {
    EXPECT_EQ(out.sizes[i], 1u);
    for (const Cell cell : out[i]) ASSERT_NE(cell, kEmptyCell);
  }
  for (const std::size_t other : {0, 1}) {
    const auto estimate = sketcher->estimate(out, 0, out, other, .95);
    ASSERT_TRUE(estimate.ok());
    EXPECT_TRUE(estimate->exact);
    EXPECT_EQ(estimate->value, 0);
    EXPECT_EQ(estimate->upper, 0);
    EXPECT_EQ(estimate->confidence, 1);
  }
  sketcher->sketch(FeatureBlock(), out);
  EXPECT_EQ(out.rows(), 0u);
  EXPECT_TRUE(out.cells.empty());
}

TEST_P(Conformance, SpecNamesVersionCellsAndSeed) {
  const auto sketcher = make(100, 77);
  EXPECT_EQ(sketcher->spec().name, GetParam().version);
  EXPECT_EQ(sketcher->spec().cells, 100u);
  EXPECT_EQ(sketcher->spec().seed, 77u);
}

TEST_P(Conformance, EverySeedGivesOtherCells) {
  const auto set = random_set(50, 3);
  const auto one = cells_of(*make(128, 1), {set});
  for (const std::uint64_t seed : {0ull, 2ull, 1ull << 32 | 1, ~0ull}) {
    const auto other = cells_of(*make(128, seed), {set});
    EXPECT_LE(matches(one, other), 1u) << seed;
  }
}

// What a pair's estimate is under one seed says nothing about what it is under the next.
TEST_P(Conformance, SeedsAreIndependentDraws) {
  const PairShape shape{150, 300, 300};
  const FeatureBlock pairs = make_pairs(shape, 400, 4);
  std::vector<double> estimates[2];
  for (const std::uint64_t seed : {1, 2}) {
    SignatureBlock out;
    make(128, seed)->sketch(pairs, out);
    for (std::size_t i = 0; i < 400; ++i) estimates[seed - 1].push_back(matches(out[2 * i], out[2 * i + 1]) / 128.0);
  }
  Moments product, first, second;
  for (std::size_t i = 0; i < 400; ++i) first.add(estimates[0][i]), second.add(estimates[1][i]);
  for (std::size_t i = 0; i < 400; ++i)
    product.add((estimates[0][i] - first.mean()) * (estimates[1][i] - second.mean()));
  EXPECT_LT(std::abs(product.mean() / std::sqrt(first.variance() * second.variance())), 4 / std::sqrt(400.0));
}

TEST_P(Conformance, RefusesForeignSpecs) {
  const auto sketcher = make(64, 1);
  SignatureBlock own;
  sketcher->sketch(block_of({random_set(10, 1)}), own);
  ASSERT_TRUE(sketcher->estimate(own, 0, own, 0, .95).ok());
  for (int which = 0; which < 3; ++which) {
    SignatureBlock foreign = own;
    if (which == 0) foreign.spec.name = "other.v1";
    if (which == 1) foreign.spec.seed = 2;
    if (which == 2) foreign.spec.cells = 32;
    EXPECT_EQ(sketcher->estimate(own, 0, foreign, 0, .95).status().code(), Code::kMismatch);
    EXPECT_EQ(sketcher->estimate(foreign, 0, own, 0, .95).status().code(), Code::kMismatch);
  }
}

TEST_P(Conformance, EstimateIsMatchesOverCellsWithTheGuaranteedInterval) {
  const auto sketcher = make(128);
  SignatureBlock out;
  sketcher->sketch(make_pairs({50, 100, 100}, 1, 8), out);
  const std::uint32_t equal = matches(out[0], out[1]);
  const auto estimate = sketcher->estimate(out, 0, out, 1, .9);
  const Interval interval = sketcher->law().interval(equal, 128, 100, 100, .9, false);
  EXPECT_EQ(estimate->value, equal / 128.0);
  EXPECT_EQ(estimate->lower, interval.lower);
  EXPECT_EQ(estimate->upper, interval.upper);
  EXPECT_EQ(estimate->confidence, .9);
  EXPECT_FALSE(estimate->exact);
  EXPECT_EQ(sketcher->estimate(out, 0, out, 0, .9)->value, 1);
}

struct Point {
  PairShape shape;
  std::uint32_t cells;
  std::size_t trials;
};
const Point kPoints[] = {
    {{1, 1, 2}, 64, 20000},         {{13, 20, 20}, 128, 20000},  {{18, 20, 20}, 256, 6000},
    {{67, 100, 100}, 128, 10000},   {{25, 100, 30}, 128, 10000}, {{200, 300, 300}, 128, 6000},
    {{667, 1000, 1000}, 256, 2500}, {{10, 300, 300}, 100, 6000}, {{950, 1000, 1000}, 256, 2500},
    {{0, 50, 50}, 128, 4000},
};

// Unbiased within 4 standard errors, with the variance and the coverage that the law states.
TEST_P(Conformance, EstimatesAsItsLawSays) {
  for (const Point& point : kPoints) {
    const std::size_t count = trials_of(point.trials);
    const auto sketcher = make(point.cells, 21);
    const double truth = point.shape.jaccard();
    Moments estimate;
    double covered = 0;
    for_pairs(*sketcher, point.shape, count, 1000, [&](SignatureView a, SignatureView b) {
      const std::uint32_t equal = matches(a, b);
      estimate.add(static_cast<double>(equal) / point.cells);
      const Interval interval =
          sketcher->law().interval(equal, point.cells, point.shape.f1, point.shape.f2, .95, false);
      covered += interval.lower <= truth && truth <= interval.upper;
    });
    const auto trials = static_cast<double>(count);
    const std::string at = std::to_string(point.cells) + " cells, " + std::to_string(point.shape.f1) + " members, " +
                           std::to_string(truth);
    const double variance = sketcher->law().variance(truth, point.shape.united(), point.cells);
    EXPECT_LE(std::abs(estimate.mean() - truth), 4 * std::sqrt(variance / trials) + 1e-6) << at;
    if (variance > 0) {
      EXPECT_NEAR(estimate.variance() / variance, 1, 6 * std::sqrt(2 / trials)) << at;
    }
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials)) << at;
  }
}

// Ids in a row defeat linear families on their own; here they must do no harm. Every trial has its own seed.
TEST_P(Conformance, RawIdsAreNotBiased) {
  std::vector<Feature> a, b;
  for (Feature i = 0; i < 64; ++i) a.push_back(i), b.push_back(i + 32);
  Moments estimate;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const auto cells = cells_of(*make(128, seed), {a, b});
    estimate.add(matches(SignatureView(cells).first(128), SignatureView(cells).last(128)) / 128.0);
  }
  EXPECT_NEAR(estimate.mean(), 1.0 / 3, .003);
  EXPECT_LE(std::abs(estimate.mean() - 1.0 / 3), 4 * estimate.error());
}

// Pairs exactly at the threshold become candidates at least as often as the plan promises.
TEST_P(Conformance, FindsAsOftenAsThePlanPromises) {
  if (!GetParam().bandable()) GTEST_SKIP();
  struct At {
    double threshold;
    PairShape shape;
  };
  for (const At& at : {At{.5, {20, 30, 30}}, At{.5, {200, 300, 300}}, At{.8, {40, 45, 45}}, At{.8, {400, 450, 450}},
                       At{.8, {16, 18, 18}}, At{.9, {90, 95, 95}}, At{.7, {140, 170, 170}}, At{.8, {1600, 1800, 1800}}})
    for (const std::uint32_t cells : {128u, 256u}) {
      ASSERT_NEAR(at.shape.jaccard(), at.threshold, 1e-12);
      const auto sketcher = make(cells, 33);
      const auto plan = stats::plan_for_recall(sketcher->law(), at.threshold, .95, cells);
      ASSERT_TRUE(plan.ok());
      const std::size_t trials = trials_of(at.shape.f1 > 1000 ? 1500 : 6000);
      double found = 0;
      for_pairs(*sketcher, at.shape, trials, 2000, [&](SignatureView a, SignatureView b) {
        for (std::uint32_t band = 0; band < plan->bands; ++band) {
          const auto first = band * plan->rows;
          if (!std::equal(a.begin() + first, a.begin() + first + plan->rows, b.begin() + first)) continue;
          found += 1;
          break;
        }
      });
      const double promise = plan->recall_at_threshold;
      const double error = std::sqrt(promise * (1 - promise) / static_cast<double>(trials));
      EXPECT_GE(found / static_cast<double>(trials), promise - 3 * error)
          << cells << " cells, " << at.shape.f1 << " members, " << plan->bands << " x " << plan->rows;
    }
}

INSTANTIATE_TEST_SUITE_P(Catalog, Conformance, testing::ValuesIn(catalog().begin(), catalog().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Catalog, RefusesWhatItDoesNotHave) {
  for (const CatalogEntry& entry : catalog()) {
    EXPECT_TRUE(make_sketcher(entry.name, entry.cell_step, 1).ok());
    EXPECT_TRUE(make_sketcher(entry.name, entry.max_cells, 1).ok());
    for (const std::uint32_t cells : {0u, entry.max_cells + 1, 0xFFFFFFFFu}) {
      const auto sketcher = make_sketcher(entry.name, cells, 1);
      ASSERT_EQ(sketcher.status().code(), Code::kInvalidArgument);
      EXPECT_NE(sketcher.status().message().find(std::to_string(entry.max_cells)), std::string::npos);
    }
  }
  EXPECT_NE(make_sketcher("kprem", 1, 1).status().message().find("'kperm'"), std::string::npos);
  EXPECT_NE(make_sketcher("fs", 1, 1).status().message().find("'fss'"), std::string::npos);
  EXPECT_LT(make_sketcher(std::string(100000, 'x'), 1, 1).status().message().size(), 200u);
}

}  // namespace
}  // namespace textkin::sketch
