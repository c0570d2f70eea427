#include "sketch/signatures/containment.h"

#include <gtest/gtest.h>
#include <cmath>
#include <string>

#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"
#include "stats/law/known_sizes.h"

namespace textkin::sketch {
namespace {

std::unique_ptr<Sketcher> containment_sketcher(std::string_view name, std::uint32_t cells) {
  return std::move(make_sketcher(name, cells, 5)).value();
}

// A in a B of ten times the size: unbiased, covered, and with the standard error of the law or less.
TEST(Containment, IsFoundByEverySketchThatKnowsIt) {
  const PairShape shape{400, 500, 5000};
  for (const std::string_view name : {"fss", "kperm", "superminhash", "bottomk"}) {
    const std::uint32_t cells = 200;
    const auto sketcher = containment_sketcher(name, cells);
    Moments share, other;
    double covered = 0;
    const std::size_t count = name == "superminhash" ? 100 : trials_of(400);
    SignatureBlock out;
    for (std::size_t done = 0; done < count; done += 10) {
      sketcher->sketch(make_pairs(shape, 10, done), out);
      for (std::size_t i = 0; i < 20; i += 2) {
        const auto found = estimate_containment(out, i, out, i + 1, .95);
        ASSERT_TRUE(found.ok() && found->has_value());
        share.add((*found)->a_in_b.value);
        other.add((*found)->b_in_a.value);
        EXPECT_EQ((*found)->a_in_b.measure, "containment");
        covered += (*found)->a_in_b.lower <= .8 && .8 <= (*found)->a_in_b.upper;
      }
    }
    const auto trials = static_cast<double>(count);
    const double law = std::sqrt(stats::known_sizes_variance(400, 500, 5000, cells)) / 500;
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials)) << name;
    EXPECT_LT(std::abs(other.mean() - .08), 4 * other.error() + .002) << name;
    if (name == "bottomk") continue;  // of the smaller set it has a small sample
    EXPECT_LT(std::abs(share.mean() - .8), 4 * share.error() + .1 * law) << name;
    EXPECT_NEAR(std::sqrt(share.variance()) / law, 1, 4 / std::sqrt(2 * trials) + .1) << name;
  }
}

// The same on sets much smaller than the sketch, where rows depend on each other: the error is below that of the law.
TEST(Containment, RowsThatDependOnEachOtherErrInTheSafeDirection) {
  const PairShape shape{40, 50, 200};
  const auto sketcher = containment_sketcher("fss", 256);
  Moments share;
  double covered = 0;
  const std::size_t count = trials_of(1000);
  SignatureBlock out;
  sketcher->sketch(make_pairs(shape, count, 9), out);
  for (std::size_t i = 0; i < 2 * count; i += 2) {
    const auto found = estimate_containment(out, i, out, i + 1, .95);
    share.add((*found)->a_in_b.value);
    covered += (*found)->a_in_b.lower <= .8 && .8 <= (*found)->a_in_b.upper;
  }
  const auto trials = static_cast<double>(count);
  EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials));
  EXPECT_LT(std::sqrt(share.variance()), std::sqrt(stats::known_sizes_variance(40, 50, 200, 256)) / 50);
}

TEST(Containment, OthersSayNothing) {
  SignatureBlock out;
  for (const SketchEntry& entry : catalog()) {
    auto sketcher = entry.make(std::min(64u / entry.cell_step * entry.cell_step, entry.max_cells), 1);
    sketcher->sketch(make_pairs({5, 10, 10}, 1, 1), out);
    const auto found = estimate_containment(out, 0, out, 1, .95);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->has_value(), entry.measure == "jaccard" && entry.name != "oph") << entry.name;
    SignatureBlock foreign = out;
    foreign.spec.seed = 2;
    EXPECT_EQ(estimate_containment(out, 0, foreign, 1, .95).status().code(), Code::kMismatch);
  }
  for (const std::string_view name : {"fss", "bottomk"}) {
    containment_sketcher(name, 64)->sketch({{1, 2}, {0, 0, 2}, {}}, out);
    const auto found = estimate_containment(out, 0, out, 1, .95);
    EXPECT_TRUE((*found)->a_in_b.exact && (*found)->a_in_b.value == 0 && (*found)->b_in_a.upper == 0);
  }
}

}  // namespace
}  // namespace textkin::sketch
