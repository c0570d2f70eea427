// The laws of the sketches of weighted sets, each against the exact similarity that it claims.
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"
#include "sketch/weighted/rejection.h"
#include "sketch/weighted/testing_weighted_vectors.h"
#include "sketch/weighted/weighted_set.h"

namespace textkin::sketch {
namespace {

using Make = std::function<std::unique_ptr<Sketcher>(std::uint32_t cells, std::uint64_t seed)>;
using Exact = double (*)(const WeightedView&, const WeightedView&);

struct Pair {
  const char* name;
  Vector x;
  Vector y;
};

Vector powers(std::size_t n, double base) {
  Vector x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::pow(base, static_cast<double>(i));
  return x;
}

Vector reversed(Vector x) {
  std::ranges::reverse(x);
  return x;
}

// Ten by hand: equal and unequal scales, totals from 2^-20 to 2^20, weights at, just above and just below powers of
// two (where the octaves of DartMinHash end), features of one side only, and one weight that is nearly all.
const std::vector<Pair> kPairs{
    {"the two of the table", {1, 2}, {2, 1}},
    {"one feature, doubled", {1}, {2}},
    {"one feature, nearly a power", {0.999}, {1.001}},
    {"plain sets", {1, 1, 1, 1, 0, 0}, {0, 1, 1, 1, 1, 1}},
    {"ascending and descending", powers(12, 1.5), reversed(powers(12, 1.5))},
    {"fractions", {.1, .2, .3, .15, .25, 0}, {.12, .2, .1, 0, .25, .33}},
    {"small total", {0x1p-20, 3 * 0x1p-22, 0x1p-21}, {0x1p-20, 0x1p-22, 0x1p-20}},
    {"large total", {3e5, 1, 7e5, 40000.5}, {2e5, 1, 6.5e5, 99999.5}},
    {"other scales", {1, 2, 3, 4}, {.1, .25, .2, .5}},
    {"one weight is nearly all", {1000, 1, 2, 3, 0}, {900, 3, 2, 0, 1}},
};

double agreement_share(const Make& make, const FeatureBlock& block, std::size_t trials) {
  constexpr std::uint32_t kCells = 100;
  double equal = 0;
  SignatureBlock out;
  for (std::uint64_t seed = 1000; seed < 1000 + trials / kCells; ++seed) {
    make(kCells, seed)->sketch(block, out);
    equal += matches(out[0], out[1]);
  }
  return equal / static_cast<double>(trials);
}

void expect_law(const std::string& sketch, const Make& make, Exact exact) {
  const std::size_t trials = trials_of(100000);
  for (const Pair& pair : kPairs) {
    const SparsePair sets(pair.x, pair.y);
    const double truth = exact(sets.a(), sets.b());
    const double error = std::sqrt(truth * (1 - truth) / static_cast<double>(trials));
    EXPECT_NEAR(agreement_share(make, sets.block(), trials), truth, 3 * error) << sketch << ", " << pair.name;
  }
}

Make by_name(const char* name) {
  return
      [name](std::uint32_t cells, std::uint64_t seed) { return std::move(make_sketcher(name, cells, seed)).value(); };
}

TEST(WeightedSketches, IcwsAgreesWithProbabilityOfWeightedJaccard) {
  expect_law("icws", by_name("icws"), weighted_jaccard);
}

TEST(WeightedSketches, DartMinHashAgreesWithProbabilityOfWeightedJaccard) {
  expect_law("dartminhash", by_name("dartminhash"), weighted_jaccard);
}

TEST(WeightedSketches, ProbMinHashAgreesWithProbabilityJaccard) {
  expect_law("probminhash", by_name("probminhash"), probability_jaccard);
}

// With the least caps, and with caps of four times that.
TEST(WeightedSketches, RejectionAgreesWithProbabilityOfWeightedJaccard) {
  const std::size_t trials = trials_of(100000);
  for (const double loose : {1.0, 4.0})
    for (const Pair& pair : kPairs) {
      const SparsePair sets(pair.x, pair.y);
      Caps caps = caps_of(sets.block());
      for (double& cap : caps.caps) cap *= loose;
      ASSERT_TRUE(admits(caps, sets.block()).ok());
      const double truth = weighted_jaccard(sets.a(), sets.b());
      const double error = std::sqrt(truth * (1 - truth) / static_cast<double>(trials));
      const auto make = [&](std::uint32_t cells, std::uint64_t seed) {
        return std::move(make_rejection(caps, cells, seed)).value();
      };
      EXPECT_NEAR(agreement_share(make, sets.block(), trials), truth, 3 * error) << pair.name << ", caps " << loose;
    }
}

TEST(Rejection, RefusesWhatItCannotHold) {
  EXPECT_EQ(make_rejection({}, 10, 1).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make_rejection({{1, 1}, {1, 1}}, 10, 1).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make_rejection({{1, 2}, {1, 0}}, 10, 1).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make_rejection({{1, 2}, {1, INFINITY}}, 10, 1).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make_rejection({{1, 2}, {1, 2}}, 0, 1).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(make_rejection({{1, 2}, {1, 2}}, 4097, 1).status().code(), Code::kInvalidArgument);
  const SparsePair sets({1, 2}, {2, 1});
  EXPECT_TRUE(admits({{0, 1}, {2, 2}}, sets.block()).ok());
  EXPECT_NE(admits({{0, 1}, {1, 2}}, sets.block()).message().find("set 1 has a weight above its cap"),
            std::string::npos);
  EXPECT_NE(admits({{0}, {2}}, sets.block()).message().find("set 0 has a feature without a cap"), std::string::npos);
}

TEST(Rejection, OtherCapsAreAnotherSpec) {
  const SparsePair sets({1, 2}, {2, 1});
  const auto one = std::move(make_rejection({{0, 1}, {2, 2}}, 10, 1)).value();
  const auto other = std::move(make_rejection({{0, 1}, {2, 3}}, 10, 1)).value();
  SignatureBlock out;
  one->sketch(sets.block(), out);
  EXPECT_TRUE(one->estimate(out, 0, out, 1, .95).ok());
  EXPECT_EQ(other->estimate(out, 0, out, 1, .95).status().code(), Code::kMismatch);
}

std::vector<Make> merging() {
  return {by_name("icws"), by_name("dartminhash"), [](std::uint32_t cells, std::uint64_t seed) {
            Caps caps;
            for (Feature i = 0; i < 40; ++i) {
              caps.features.push_back(i);
              caps.caps.push_back(200);
            }
            return std::move(make_rejection(caps, cells, seed)).value();
          }};
}

TEST(WeightedSketches, MergeIsTheSketchOfTheElementWiseMaximum) {
  for (const Make& make : merging())
    for (std::uint64_t trial = 0; trial < 60; ++trial) {
      Vector x(40), y(40), most(40);
      for (std::size_t i = 0; i < 40; ++i) {
        const auto weight = [&](std::uint64_t side) {
          const std::uint64_t word = hash::stream_word(trial, 2 * i + side);
          return word % 3 == 0 ? 0 : 200 * static_cast<double>(word >> 32) * 0x1p-32;
        };
        x[i] = weight(0);
        y[i] = trial % 2 == 0 ? weight(1) : x[i];
        most[i] = std::max(x[i], y[i]);
      }
      const auto sketcher = make(64, trial);
      SignatureBlock pair, united;
      sketcher->sketch(SparsePair(x, y).block(), pair);
      sketcher->sketch(SparsePair(most, most).block(), united);
      std::vector<Cell> merged(pair[0].begin(), pair[0].end());
      ASSERT_TRUE(sketcher->merge(merged.data(), pair[1].data()));
      ASSERT_TRUE(std::ranges::equal(merged, united[0])) << sketcher->spec().name;
    }
}

TEST(WeightedSketches, ProbMinHashDoesNotMerge) {
  Cell cell = 1;
  EXPECT_FALSE(make_sketcher("probminhash", 1, 1).value()->merge(&cell, &cell));
}

TEST(WeightedSketches, OrderDoesNotMatter) {
  for (const char* name : {"icws", "dartminhash", "probminhash"}) {
    FeatureBlock block;
    for (Feature i = 0; i < 50; ++i)
      block.values.push_back(i), block.weights.push_back(.1 + static_cast<double>(i * i % 7));
    block.offsets.push_back(50);
    for (Feature i = 50; i-- > 0;) block.values.push_back(i), block.weights.push_back(block.weights[i]);
    block.offsets.push_back(100);
    SignatureBlock out;
    by_name(name)(256, 3)->sketch(block, out);
    EXPECT_TRUE(std::ranges::equal(out[0], out[1])) << name;
  }
}

// A member has a weight above 0; what has none left is the empty set.
TEST(WeightedSketches, WeightsThatAreNoneAreDropped) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"icws", "dartminhash", "probminhash"}) {
    FeatureBlock block;
    block.values = {1, 2, 3, 4, 2, 5, 6, 7};
    block.weights = {0, 1.5, -3, nan, 1.5, 0, -1, nan};
    block.offsets = {0, 4, 5, 8};
    SignatureBlock out;
    const auto sketcher = by_name(name)(64, 1);
    sketcher->sketch(block, out);
    EXPECT_EQ(out.sizes, (std::vector<std::uint32_t>{1, 1, 0})) << name;
    EXPECT_TRUE(std::ranges::equal(out[0], out[1])) << name;
    EXPECT_TRUE(std::ranges::all_of(out[2], [](Cell cell) { return cell == kEmptyCell; })) << name;
    EXPECT_EQ(sketcher->estimate(out, 0, out, 2, .95)->value, 0) << name;
  }
}

// Weights beyond the range are read as its ends, and cost no more than these.
TEST(WeightedSketches, ExtremeWeightsAreBounded) {
  for (const char* name : {"icws", "dartminhash", "probminhash"}) {
    FeatureBlock block;
    block.values = {1, 1, 2, 2, 3, 3, 1, 2, 3};
    block.weights = {1e-300, kLeastWeight, 1e300, kLargestWeight, INFINITY, kLargestWeight, 1e-300, 1e300, 1};
    block.offsets = {0, 1, 2, 3, 4, 5, 6, 9};
    SignatureBlock out;
    by_name(name)(128, 1)->sketch(block, out);
    for (std::size_t i = 0; i < 6; i += 2) EXPECT_TRUE(std::ranges::equal(out[i], out[i + 1])) << name << " " << i;
    for (const Cell cell : out.cells) EXPECT_NE(cell, kEmptyCell);
  }
}

// The scale is a part of weighted Jaccard and not of probability Jaccard: of x and 1024 x they are 1/1024 and 1.
TEST(WeightedSketches, ScaleMattersToWeightedJaccardAlone) {
  Vector x(30);
  for (std::size_t i = 0; i < 30; ++i) x[i] = 1 + static_cast<double>(i % 5) / 3;
  Vector scaled = x;
  for (double& weight : scaled) weight *= 1024;
  const SparsePair pair(x, scaled);
  SignatureBlock out;
  by_name("probminhash")(512, 1)->sketch(pair.block(), out);
  EXPECT_EQ(matches(out[0], out[1]), 512u);
  for (const char* name : {"icws", "dartminhash"}) {
    const double share = agreement_share(by_name(name), pair.block(), 20000);
    EXPECT_NEAR(share, 1.0 / 1024, 3 * std::sqrt(1.0 / 1024 / 20000)) << name;
  }
}

// DartMinHash throws more darts the larger the total weight is held to be, and gives the same cells: scaling both
// sets by a power of two moves all ranks and no sample.
TEST(WeightedSketches, DartMinHashKeepsItsLawAtEveryScale) {
  for (const double scale : {0x1p-24, 0x1p-12, 0x1p12, 0x1p24}) {
    const SparsePair pair({1 * scale, 2 * scale}, {2 * scale, 1 * scale});
    const double share = agreement_share(by_name("dartminhash"), pair.block(), trials_of(40000));
    EXPECT_NEAR(share, .5, 3 * std::sqrt(.25 / static_cast<double>(trials_of(40000)))) << scale;
  }
}

// Stored sketches depend on these bits, which another implementation of the headers' definitions gave.
TEST(WeightedSketches, KeepTheirBits) {
  const SparsePair sets({.5, 3, 0, 1}, {0, 1, 2.25, 0});
  const auto cells = [&](const char* name) {
    SignatureBlock out;
    by_name(name)(4, 1)->sketch(sets.block(), out);
    return out.cells;
  };
  EXPECT_EQ(cells("icws"), (std::vector<Cell>{2133920096, 2105433154, 2124991969, 2090434623, 2149875023, 2142634729,
                                              2144177976, 2146642436}));
  EXPECT_EQ(cells("dartminhash"), (std::vector<Cell>{2163694781, 2116089044, 2166001602, 2131440635, 2142288582,
                                                     2122331585, 2134764180, 2189254565}));
  EXPECT_EQ(cells("probminhash"), (std::vector<Cell>{2838314102, 2838314102, 3691336773, 3691336773, 2061846671,
                                                     2061846671, 3691336773, 2061846671}));
}

}  // namespace
}  // namespace textkin::sketch
