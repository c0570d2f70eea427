// One suite over every sketch of the catalogue: an addition needs its line there and nothing here. What a sketch does
// not claim in its line (bands, merging, sets instead of weights) is not asked of it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>

#include "base/cpu.h"
#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"
#include "stats/plan/planner.h"
#include "textkin/jaccard.h"

namespace textkin::sketch {

// What a failure names.
void PrintTo(const SketchEntry& entry, std::ostream* out) { *out << entry.name; }

namespace {

// The nearest number of cells, from `cells` up, that the sketch takes.
std::uint32_t fitted(const SketchEntry& entry, std::uint32_t cells) {
  const std::uint32_t step = entry.cell_step;
  return std::min((cells + step - 1) / step * step, entry.max_cells);
}

class Conformance : public testing::TestWithParam<SketchEntry> {
 protected:
  ~Conformance() override { (void)base::force_simd("auto"); }

  std::unique_ptr<Sketcher> make(std::uint32_t cells, std::uint64_t seed = 1) const {
    return std::move(make_sketcher(GetParam().name, fitted(GetParam(), cells), seed)).value();
  }

  bool cosine() const { return GetParam().measure == "cosine"; }

  // Trials for statistics: fewer of the sketches that take a hundred times as long as the two that users start with.
  std::size_t trials(std::size_t count) const {
    const bool fast = GetParam().name == "fss" || GetParam().name == "kperm" || GetParam().name == "bottomk";
    return trials_of(fast ? count : slow() ? count / 100 : over_a_family() ? count / 60 : count / 8);
  }

  // ICWS takes cells times features, each three logarithms: statistics of it stay with small sets.
  bool slow() const { return GetParam().name == "icws"; }
  bool skips(const PairShape& shape) const { return (slow() || over_a_family()) && shape.f1 > 100; }

  // k-permutation over one hash family of many, which hash/family_conformance_test.cc tests in earnest.
  bool over_a_family() const { return GetParam().name.starts_with("kperm-"); }

  // What unweighted sets of this shape have in the measure of the sketch: all but the cosine are then Jaccard.
  double truth(const PairShape& shape) const {
    return cosine() ? double(shape.both) / std::sqrt(double(shape.f1) * double(shape.f2))
                    : jaccard(shape.both, shape.f1, shape.f2);
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

// Weights of many magnitudes, equal for equal features.
double weight_of(Feature feature) { return std::exp2(static_cast<double>(hash::mix64(feature) % 7) - 3); }

void add_weights(FeatureBlock& block) {
  for (const Feature feature : block.values) block.weights.push_back(weight_of(feature));
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
    if (over_a_family() || slow() ? size < 100 : !GetParam().weighted || size < 100 || size % 256 == 1)
      sets.push_back(random_set(size, size + 1));
  FeatureBlock block = block_of(sets);
  if (GetParam().weighted) add_weights(block);
  for (const std::uint32_t asked : {1u,   2u,   3u,   8u,   31u,  32u,  33u,  63u,  64u,  100u,
                                    127u, 128u, 129u, 200u, 256u, 257u, 300u, 511u, 512u, GetParam().max_cells}) {
    if (fitted(GetParam(), asked) != asked || ((GetParam().weighted || over_a_family()) && asked > 257)) continue;
    const auto sketcher = make(asked, asked);
    SignatureBlock expected, out;
    ASSERT_TRUE(base::force_simd("scalar").ok());
    sketcher->sketch(block, expected);
    for (const char* target : {"neon", "sse4", "avx2", "avx512"}) {
      if (!base::force_simd(target).ok()) continue;
      sketcher->sketch(block, out);
      ASSERT_TRUE(out.cells == expected.cells) << target << " " << asked;
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
  const SketchEntry& entry = catalog()[*rc::gen::inRange<std::size_t>(0, catalog().size())];
  const auto cells = fitted(entry, *rc::gen::inRange(1u, 300u));
  const auto sketcher = std::move(make_sketcher(entry.name, cells, 9)).value();
  auto set = *rc::gen::container<std::vector<Feature>>(rc::gen::arbitrary<Feature>());
  std::vector<Feature> other = set;
  std::reverse(other.begin(), other.end());
  // A repeat of a weighted feature would be another weight.
  if (!entry.weighted)
    other.insert(other.end(), set.begin(), set.begin() + static_cast<std::ptrdiff_t>(set.size() / 2));
  const std::vector<Cell> expected = cells_of(*sketcher, {set});
  RC_ASSERT(cells_of(*sketcher, {other}) == expected);
  const std::vector<Cell> between = cells_of(*sketcher, {{1, 2, 3}, set, {}});
  const auto words = static_cast<std::ptrdiff_t>(expected.size());
  RC_ASSERT(std::equal(expected.begin(), expected.end(), between.begin() + words));
}

TEST_P(Conformance, MergedSignaturesAreTheSignatureOfTheUnion) {
  const auto merges = [&](std::uint32_t cells, std::size_t size_a, std::size_t size_b, bool weighted) {
    const auto sketcher = make(cells);
    const auto a = random_set(size_a, 1);
    auto b = random_set(size_b, 2);
    for (std::size_t i = 0; i < std::min(size_a, size_b) / 2; ++i) b[i] = a[i];
    auto united = a;
    for (std::size_t i = std::min(size_a, size_b) / 2; i < size_b; ++i) united.push_back(b[i]);
    FeatureBlock block = block_of({a, b, united});
    if (weighted) add_weights(block);
    SignatureBlock all;
    sketcher->sketch(block, all);
    std::vector<Cell> merged(all[0].begin(), all[0].end());
    if (!GetParam().mergeable) {
      EXPECT_FALSE(sketcher->merge(merged.data(), all[1].data()));
      return;
    }
    ASSERT_TRUE(sketcher->merge(merged.data(), all[1].data()));
    ASSERT_TRUE(std::ranges::equal(merged, all[2])) << cells << " " << size_a << " " << size_b;
  };
  for (const std::uint32_t cells : {1u, 17u, 128u, 512u}) {
    if (cells > 128 && (slow() || over_a_family())) continue;
    for (const std::size_t size_a : {0, 1, 2, 20, 300, 3000})
      for (const std::size_t size_b : {0, 1, 5, 100, 1000}) {
        if (GetParam().weighted && size_a > 300) continue;
        merges(cells, size_a, size_b, false);
        if (GetParam().weighted) merges(cells, size_a, size_b, true);
      }
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
    if (!GetParam().bandable()) continue;
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
  EXPECT_EQ(sketcher->spec().cells, fitted(GetParam(), 100));
  EXPECT_EQ(sketcher->spec().seed, 77u);
  SignatureBlock out;
  sketcher->sketch(block_of({{1, 2, 3}}), out);
  EXPECT_EQ(out.words, out.cells.size());
  if (GetParam().bandable()) {
    EXPECT_EQ(out.words, out.spec.cells);
  } else {
    EXPECT_EQ(sketcher->law().candidate_probability(.8, 13, 7), 0);
  }
}

TEST_P(Conformance, EverySeedGivesOtherCells) {
  const auto set = random_set(50, 3);
  const auto one = cells_of(*make(128, 1), {set});
  for (const std::uint64_t seed : {0ull, 2ull, 1ull << 32 | 1, ~0ull}) {
    const auto other = cells_of(*make(128, seed), {set});
    if (GetParam().bandable()) {
      EXPECT_LE(matches(one, other), 1u) << seed;
    } else {
      EXPECT_NE(one, other) << seed;
    }
  }
}

// What a pair's estimate is under one seed says nothing about what it is under the next.
TEST_P(Conformance, SeedsAreIndependentDraws) {
  const PairShape shape = over_a_family() ? PairShape{30, 60, 60} : PairShape{150, 300, 300};
  const std::size_t count = slow() || over_a_family() ? 100 : 400;
  const FeatureBlock pairs = make_pairs(shape, count, 4);
  std::vector<double> estimates[2];
  for (const std::uint64_t seed : {1, 2}) {
    SignatureBlock out;
    const auto sketcher = make(128, seed);
    sketcher->sketch(pairs, out);
    for (std::size_t i = 0; i < count; ++i)
      estimates[seed - 1].push_back(sketcher->estimate(out, 2 * i, out, 2 * i + 1, .95)->value);
  }
  Moments product, first, second;
  for (std::size_t i = 0; i < count; ++i) first.add(estimates[0][i]), second.add(estimates[1][i]);
  for (std::size_t i = 0; i < count; ++i)
    product.add((estimates[0][i] - first.mean()) * (estimates[1][i] - second.mean()));
  EXPECT_LT(std::abs(product.mean() / std::sqrt(first.variance() * second.variance())),
            4 / std::sqrt(static_cast<double>(count)));
}

TEST_P(Conformance, RefusesForeignSpecs) {
  const auto sketcher = make(64, 1);
  SignatureBlock own;
  sketcher->sketch(block_of({random_set(10, 1)}), own);
  ASSERT_TRUE(sketcher->estimate(own, 0, own, 0, .95).ok());
  EXPECT_EQ(sketcher->estimate(own, 0, own, 0, .95)->measure, GetParam().measure);
  for (int which = 0; which < 3; ++which) {
    SignatureBlock foreign = own;
    if (which == 0) foreign.spec.name = "other.v1";
    if (which == 1) foreign.spec.seed = 2;
    if (which == 2) foreign.spec.cells += GetParam().cell_step;
    EXPECT_EQ(sketcher->estimate(own, 0, foreign, 0, .95).status().code(), Code::kMismatch);
    EXPECT_EQ(sketcher->estimate(foreign, 0, own, 0, .95).status().code(), Code::kMismatch);
  }
}

// Nothing is added to what the law says of the cells that agree.
TEST_P(Conformance, EstimateIsMatchesOverCellsWithTheGuaranteedInterval) {
  const auto sketcher = make(128);
  SignatureBlock out;
  sketcher->sketch(make_pairs({150, 300, 300}, 1, 8), out);
  EXPECT_EQ(sketcher->estimate(out, 0, out, 0, .9)->value, 1);
  EXPECT_EQ(sketcher->estimate(out, 0, out, 0, .9)->upper, 1);
  const auto estimate = sketcher->estimate(out, 0, out, 1, .9);
  const auto swapped = sketcher->estimate(out, 1, out, 0, .9);
  EXPECT_EQ(estimate->value, swapped->value);
  EXPECT_EQ(estimate->lower, swapped->lower);
  EXPECT_EQ(estimate->confidence, .9);
  EXPECT_FALSE(estimate->exact);
  EXPECT_LE(estimate->lower, estimate->value);
  EXPECT_GE(estimate->upper, estimate->value);
  if (!GetParam().bandable()) return;
  const std::uint32_t equal = matches(out[0], out[1]);
  const Interval interval = sketcher->law().interval(equal, 128, 300, 300, .9, false);
  EXPECT_EQ(estimate->value, equal / 128.0);
  EXPECT_EQ(estimate->lower, interval.lower);
  EXPECT_EQ(estimate->upper, interval.upper);
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
// Signs of sums are close to the angle's law for long sums only.
const Point kCosinePoints[] = {{{200, 301, 301}, 128, 8000},
                               {{667, 1001, 1001}, 128, 4000},
                               {{1200, 2001, 1301}, 64, 4000},
                               {{0, 501, 501}, 64, 8000}};

// Unbiased within 4 standard errors, with the variance and the coverage that the law states. The mean is that of the
// agreement, which for the cosine is another scale than the estimate.
TEST_P(Conformance, EstimatesAsItsLawSays) {
  const std::span<const Point> points = cosine() ? std::span<const Point>(kCosinePoints) : kPoints;
  for (const Point& point : points) {
    if (over_a_family() && skips(point.shape)) continue;
    const std::size_t count = trials(point.trials);
    const auto sketcher = make(point.cells, 21);
    const CollisionLaw& law = sketcher->law();
    const double truth = this->truth(point.shape);
    Moments estimated, agreed;
    double covered = 0;
    bool exact = false;
    for_estimates(*sketcher, point.shape, count, 1000, [&](const Estimate& estimate) {
      estimated.add(estimate.value);
      agreed.add(law.agreement(estimate.value));
      covered += estimate.lower <= truth + 1e-12 && truth - 1e-12 <= estimate.upper;
      exact |= estimate.exact;
    });
    const auto trials = static_cast<double>(count);
    const std::string at = std::to_string(point.cells) + " cells, " + std::to_string(point.shape.f1) + " members, " +
                           std::to_string(truth);
    if (exact) {
      EXPECT_EQ(estimated.variance(), 0) << at;
      EXPECT_NEAR(estimated.mean(), truth, 1e-12) << at;
      continue;
    }
    const double variance = law.variance(truth, point.shape.united(), sketcher->spec().cells);
    const double error = cosine() ? agreed.error() : std::sqrt(variance / trials);
    EXPECT_LE(std::abs(agreed.mean() - law.agreement(truth)), 4 * error + 1e-6) << at;
    if (variance > 0) {
      // That of a cosine is its slope times that of the angle: a first order.
      EXPECT_NEAR(estimated.variance() / variance, 1, 6 * std::sqrt(2 / trials) + (cosine() ? .05 : 0)) << at;
    }
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials)) << at;
  }
}

double weighted_similarity(std::string_view measure, std::span<const double> x, std::span<const double> y) {
  double least = 0, most = 0, xy = 0, xx = 0, yy = 0, probability = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    least += std::min(x[i], y[i]), most += std::max(x[i], y[i]);
    xy += x[i] * y[i], xx += x[i] * x[i], yy += y[i] * y[i];
    double sum = 0;
    if (x[i] > 0 && y[i] > 0) {
      for (std::size_t j = 0; j < x.size(); ++j) sum += std::max(x[j] / x[i], y[j] / y[i]);
      probability += 1 / sum;
    }
  }
  if (measure == "cosine") return xy / std::sqrt(xx * yy);
  return measure == "weighted jaccard" ? least / most : probability;
}

// Two vectors of weights over the same features, 0 where a feature is not in the set; fresh features each trial.
TEST_P(Conformance, EstimatesWeightedSetsAsItsLawSays) {
  if (!GetParam().weighted) GTEST_SKIP() << "reads no weights";
  std::vector<double> long_x;
  std::vector<double> long_y;
  for (std::uint64_t i = 0; i < 400; ++i) {
    long_x.push_back(weight_of(i));
    long_y.push_back(i % 3 == 0 ? 0 : weight_of(i % 5 == 0 ? i + 1 : i));
  }
  std::vector<std::pair<std::vector<double>, std::vector<double>>> vectors{{long_x, long_y}};
  if (!cosine()) {
    vectors.push_back({{1, 2}, {2, 1}});
    vectors.push_back({{1}, {2}});
    vectors.push_back({{.5, .25, 3, 0, 1}, {.5, 4, 1, .125, 0}});
  }
  for (const auto& [x, y] : vectors) {
    const double truth = weighted_similarity(GetParam().measure, x, y);
    const auto sketcher = make(64, 21);
    const CollisionLaw& law = sketcher->law();
    const std::size_t count = trials(cosine() ? 20000 : x.size() > 10 ? 4000 : 30000);
    Moments agreed;
    double covered = 0;
    FeatureBlock block;
    SignatureBlock out;
    for (std::size_t trial = 0; trial < count; ++trial) {
      block.clear();
      for (const auto* vector : {&x, &y}) {
        for (std::size_t i = 0; i < vector->size(); ++i) {
          if ((*vector)[i] == 0) continue;
          block.values.push_back(hash::stream_word(trial, i));
          block.weights.push_back((*vector)[i]);
        }
        block.offsets.push_back(block.values.size());
      }
      sketcher->sketch(block, out);
      const Result<Estimate> estimate = sketcher->estimate(out, 0, out, 1, .95);
      agreed.add(law.agreement(estimate->value));
      covered += estimate->lower <= truth + 1e-12 && truth - 1e-12 <= estimate->upper;
    }
    const auto trials = static_cast<double>(count);
    EXPECT_LE(std::abs(agreed.mean() - law.agreement(truth)), 4 * agreed.error() + 1e-6) << x.size() << " " << truth;
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials)) << x.size() << " " << truth;
  }
}

// Ids in a row defeat linear families on their own; here they must do no harm. Every trial has its own seed.
TEST_P(Conformance, RawIdsAreNotBiased) {
  const Feature half = cosine() ? 256 : 32;
  std::vector<Feature> a, b;
  for (Feature i = 0; i < 2 * half; ++i) a.push_back(i), b.push_back(i + half);
  FeatureBlock block = block_of({a, b});
  Moments agreed;
  SignatureBlock out;
  double truth = 0;
  const std::size_t count = trials(48000) / 8;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const auto sketcher = make(128, seed);
    sketcher->sketch(block, out);
    agreed.add(sketcher->law().agreement(sketcher->estimate(out, 0, out, 1, .95)->value));
    truth = sketcher->law().agreement(cosine() ? .5 : 1.0 / 3);
  }
  EXPECT_LE(std::abs(agreed.mean() - truth), 4 * agreed.error() + 1e-12);
  if (count == 6000) {
    EXPECT_NEAR(agreed.mean(), truth, .003);
  }
}

// Pairs exactly at the threshold become candidates at least as often as the plan promises.
TEST_P(Conformance, FindsAsOftenAsThePlanPromises) {
  if (!GetParam().bandable()) GTEST_SKIP() << GetParam().not_bandable;
  struct At {
    double threshold;
    PairShape shape;
  };
  for (const At& at : {At{.5, {20, 30, 30}}, At{.5, {200, 300, 300}}, At{.8, {40, 45, 45}}, At{.8, {400, 450, 450}},
                       At{.8, {16, 18, 18}}, At{.9, {90, 95, 95}}, At{.7, {140, 170, 170}}, At{.8, {1600, 1800, 1800}}})
    for (const std::uint32_t cells : {128u, 256u}) {
      if (skips(at.shape)) continue;
      ASSERT_NEAR(at.shape.jaccard(), at.threshold, 1e-12);
      const auto sketcher = make(cells, 33);
      const auto plan = stats::plan_for_recall(sketcher->law(), at.threshold, .95, cells);
      ASSERT_TRUE(plan.ok());
      // Below a hundred the law of large numbers says nothing of a weak family.
      const std::size_t trials = std::max<std::size_t>(100, this->trials(at.shape.f1 > 1000 ? 1500 : 6000));
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
                         [](const auto& info) {
                           std::string name(info.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Catalog, RefusesWhatItDoesNotHave) {
  for (const SketchEntry& entry : catalog()) {
    EXPECT_TRUE(make_sketcher(entry.name, entry.cell_step, 1).ok());
    EXPECT_TRUE(make_sketcher(entry.name, entry.max_cells, 1).ok());
    for (const std::uint32_t cells : {0u, entry.max_cells + 1, entry.cell_step / 2, 0xFFFFFFFFu}) {
      const auto sketcher = make_sketcher(entry.name, cells, 1);
      ASSERT_EQ(sketcher.status().code(), Code::kInvalidArgument);
      EXPECT_NE(sketcher.status().message().find(std::to_string(entry.max_cells)), std::string::npos);
    }
    const auto bandable = make_bandable(entry.name, entry.cell_step, 1);
    EXPECT_EQ(bandable.ok(), entry.bandable());
    if (!bandable.ok()) {
      EXPECT_NE(bandable.status().message().find(entry.not_bandable), std::string::npos);
    }
  }
  EXPECT_NE(make_sketcher("kprem", 1, 1).status().message().find("'kperm'"), std::string::npos);
  EXPECT_NE(make_sketcher("fs", 1, 1).status().message().find("'fss'"), std::string::npos);
  EXPECT_LT(make_sketcher(std::string(100000, 'x'), 1, 1).status().message().size(), 600u);
}

}  // namespace
}  // namespace textkin::sketch
