#include "sketch/sets/bottomk.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "base/cpu.h"
#include "sketch/cells/sampling_law.h"
#include "sketch/sets/least_hashes.h"
#include "sketch/testing_pair_trials.h"

namespace textkin::sketch {
namespace {

std::vector<std::uint64_t> hashes_of(SignatureView row) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < row.size(); i += 2) {
    const std::uint64_t hash = std::uint64_t{row[i + 1]} << 32 | row[i];
    if (hash != kNoHash) hashes.push_back(hash);
  }
  return hashes;
}

// The x with mix64(x) = y: its steps backwards.
std::uint64_t unmix(std::uint64_t y) {
  const auto unshift = [](std::uint64_t v, int by) {
    std::uint64_t x = v;
    for (int i = by; i < 64; i += by) x = v ^ (x >> by);
    return x;
  };
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
    return x;
  };
  y = unshift(y, 31) * inverse(0x94D049BB133111EBull);
  y = unshift(y, 27) * inverse(0xBF58476D1CE4E5B9ull);
  return unshift(y, 30);
}

TEST(LeastHashes, KernelsEqualTheirTwinAtEveryBound) {
  ASSERT_EQ(hash::mix64(unmix(12345)), 12345u);
  std::vector<Feature> set;
  for (const std::uint64_t hash : {0ull, 1ull, (1ull << 63) - 1, 1ull << 63, (1ull << 63) + 1, ~0ull - 1, ~0ull})
    for (int copies = 0; copies < 3; ++copies) set.push_back(unmix(hash));
  for (std::uint64_t i = 0; i < 60; ++i) set.push_back(i);
  for (std::size_t size = 0; size <= set.size(); ++size)
    for (const std::uint64_t bound :
         {0ull, 1ull, 1ull << 62, (1ull << 63) - 1, 1ull << 63, ~0ull - 2, ~0ull - 1, ~0ull}) {
      const FeatureView view(set.data(), size);
      std::vector<std::uint64_t> expected(size + kLeastHashesPad);
      expected.resize(hashes_below_scalar(view, 0, bound, expected.data()));
      std::size_t count = 0;
      for (const Feature feature : view) count += std::min(hash::mix64(feature), kNoHash - 1) <= bound;
      ASSERT_EQ(expected.size(), count);
      for (const char* target : {"neon", "sse4", "avx2", "avx512"}) {
        if (!base::force_simd(target).ok()) continue;
        std::vector<std::uint64_t> out(size + kLeastHashesPad);
        out.resize(hashes_below(view, 0, bound, out.data()));
        ASSERT_EQ(out, expected) << target << " " << size << " " << bound;
      }
    }
  ASSERT_TRUE(base::force_simd("auto").ok());
}

// Also of features that repeat so often that too few different ones are below the first bound.
TEST(Bottomk, HoldsTheLeastHashesOfTheSet) {
  const std::uint32_t k = 64;
  const auto sketcher = make_bottomk(k, 3);
  for (const std::size_t distinct : {1u, 63u, 64u, 65u, 300u, 5000u})
    for (const std::size_t copies : {1u, 2u, 400u}) {
      FeatureBlock one, repeated;
      for (std::size_t i = 0; i < distinct; ++i) one.values.push_back(hash::stream_word(distinct, i));
      for (std::size_t i = 0; i < copies; ++i)
        repeated.values.insert(repeated.values.end(), one.values.begin(), one.values.end());
      one.offsets.push_back(one.values.size());
      repeated.offsets.push_back(repeated.values.size());
      SignatureBlock out, again;
      sketcher->sketch(one, out);
      sketcher->sketch(repeated, again);
      ASSERT_EQ(out.cells, again.cells) << distinct << " " << copies;
      const auto hashes = hashes_of(out[0]);
      ASSERT_EQ(hashes.size(), std::min<std::size_t>(distinct, k));
      ASSERT_TRUE(std::ranges::is_sorted(hashes));
      // Every member alone says its hash.
      FeatureBlock singles;
      for (const Feature feature : one.values) {
        singles.values.push_back(feature);
        singles.offsets.push_back(singles.values.size());
      }
      sketcher->sketch(singles, again);
      std::set<std::uint64_t> all;
      for (std::size_t i = 0; i < again.rows(); ++i) all.insert(hashes_of(again[i])[0]);
      ASSERT_EQ(all.size(), distinct);
      ASSERT_TRUE(std::equal(hashes.begin(), hashes.end(), all.begin()));
    }
}

// The design's table of RMSE; there the sample is k members of the union also where both sets are held whole.
TEST(Bottomk, SamplesOfTheUnionHaveTheStatedRmse) {
  struct Row {
    std::uint32_t k;
    PairShape shape;
    std::size_t trials;
    double rmse;
  };
  for (const Row& row : {Row{128, {46, 100, 100}, 10000, .0167},
                         {128, {67, 100, 100}, 10000, .0086},
                         {128, {667, 1000, 1000}, 3000, .0423},
                         {256, {462, 1000, 1000}, 3000, .0262},
                         {256, {667, 1000, 1000}, 3000, .0278},
                         {256, {889, 1000, 1000}, 3000, .0218}}) {
    const std::size_t count = trials_of(row.trials);
    const auto sketcher = make_bottomk(row.k, 3);
    Moments share;
    for_pairs(*sketcher, row.shape, count, 50, [&](SignatureView a, SignatureView b) {
      const UnionSample found = sample_of_union(a, b, row.k);
      ASSERT_EQ(found.sample, row.k);
      share.add(static_cast<double>(found.matches) / row.k);
    });
    EXPECT_LT(std::abs(share.mean() - row.shape.jaccard()), 4 * share.error());
    const double law = std::sqrt(SamplingLaw().variance(row.shape.jaccard(), row.shape.united(), row.k));
    EXPECT_NEAR(law, row.rmse, .03 * row.rmse) << row.shape.f1 << " " << row.shape.jaccard();
    EXPECT_NEAR(std::sqrt(share.variance()) / law, 1, 4 / std::sqrt(2.0 * static_cast<double>(count)));
  }
}

TEST(Bottomk, HasTheStatedStandardDeviation) {
  const auto deviation = [](const PairShape& shape) {
    return std::sqrt(SamplingLaw().variance(shape.jaccard(), shape.united(), 128));
  };
  EXPECT_NEAR(deviation({667, 1000, 1000}), .04203, 5e-6);
  EXPECT_NEAR(deviation({50, 100, 100}), .01601, 5e-6);
}

// What looks like the obvious estimator, and why it is not used: the union of two samples is no sample of the union.
TEST(Bottomk, TheNaiveQuotientIsBiased) {
  struct Row {
    PairShape shape;
    double truth, naive;
  };
  for (const Row& row : {Row{{667, 1000, 1000}, .5004, .4815}, Row{{899, 10000, 1000}, .089, .047}}) {
    const auto sketcher = make_bottomk(128, 3);
    Moments naive, rule;
    for_pairs(*sketcher, row.shape, trials_of(1000), 50, [&](SignatureView a, SignatureView b) {
      const UnionSample all = sample_of_union(a, b, 256);
      naive.add(static_cast<double>(all.matches) / static_cast<double>(all.sample));
      const UnionSample found = sample_of_union(a, b, 128);
      rule.add(static_cast<double>(found.matches) / static_cast<double>(found.sample));
    });
    EXPECT_NEAR(row.shape.jaccard(), row.truth, 5e-4);
    EXPECT_NEAR(naive.mean(), row.naive, 4 * naive.error() + 5e-4);
    EXPECT_LT(std::abs(rule.mean() - row.shape.jaccard()), 4 * rule.error());
  }
}

TEST(Bottomk, ContainmentIsUnbiasedAndCovered) {
  struct Row {
    PairShape shape;
    std::uint32_t k;
  };
  for (const Row& row : {Row{{90, 100, 2000}, 256}, Row{{90, 2000, 100}, 256}, Row{{400, 1000, 5000}, 128},
                         Row{{0, 300, 700}, 64}, Row{{300, 300, 3000}, 128}}) {
    const auto sketcher = make_bottomk(row.k, 3);
    const double truth = static_cast<double>(row.shape.both) / row.shape.f1;
    Moments share;
    double covered = 0;
    const std::size_t count = trials_of(3000);
    SignatureBlock out;
    for (std::size_t trial = 0; trial < count; trial += 100) {
      sketcher->sketch(make_pairs(row.shape, 100, trial), out);
      for (std::size_t i = 0; i < 200; i += 2) {
        const auto found = bottomk_containment(out, i, out, i + 1, .95);
        ASSERT_TRUE(found.ok() && !found->exact && found->measure == "containment");
        share.add(found->value);
        covered += found->lower <= truth && truth <= found->upper;
      }
    }
    const auto trials = static_cast<double>(count);
    EXPECT_LE(std::abs(share.mean() - truth), 4 * share.error() + 1e-12) << row.shape.f1;
    EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.05 * .95 / trials)) << row.shape.f1;
  }
}

TEST(Bottomk, SetsHeldWholeAreComparedExactly) {
  const auto sketcher = make_bottomk(100, 3);
  SignatureBlock out;
  sketcher->sketch(make_pairs({30, 100, 70}, 1, 3), out);
  const auto jaccard = sketcher->estimate(out, 0, out, 1, .95);
  EXPECT_TRUE(jaccard->exact);
  EXPECT_EQ(jaccard->value, 30.0 / 140);
  EXPECT_EQ(bottomk_containment(out, 0, out, 1, .95)->value, .3);
  EXPECT_EQ(bottomk_containment(out, 1, out, 0, .95)->value, 30.0 / 70);
  EXPECT_TRUE(bottomk_containment(out, 1, out, 0, .95)->exact);
  EXPECT_EQ(bottomk_cardinality(out[1]).value, 70);
  EXPECT_EQ(bottomk_cardinality(out[1]).relative_error, 0);
  // One of them is not held whole.
  sketcher->sketch(make_pairs({30, 101, 70}, 1, 3), out);
  EXPECT_FALSE(sketcher->estimate(out, 0, out, 1, .95)->exact);
  SignatureBlock foreign = out;
  foreign.spec.name = "kperm.v1";
  EXPECT_EQ(bottomk_containment(out, 0, foreign, 1, .95).status().code(), Code::kMismatch);
  EXPECT_EQ(bottomk_containment(foreign, 0, foreign, 1, .95).status().code(), Code::kMismatch);
}

TEST(Bottomk, CountsMembersAlsoOfMergedSignatures) {
  const std::uint32_t k = 128;
  const auto sketcher = make_bottomk(k, 3);
  const PairShape shape{500, 2000, 1500};
  Moments one, united;
  const std::size_t trials = trials_of(3000);
  for_pairs(*sketcher, shape, trials, 50, [&](SignatureView a, SignatureView b) {
    one.add(bottomk_cardinality(a).value);
    EXPECT_EQ(bottomk_cardinality(a).relative_error, 1 / std::sqrt(126.0));
    std::vector<Cell> merged(a.begin(), a.end());
    ASSERT_TRUE(sketcher->merge(merged.data(), b.data()));
    united.add(bottomk_cardinality(merged).value);
  });
  EXPECT_LT(std::abs(one.mean() - 2000), 4 * one.error());
  EXPECT_LT(std::abs(united.mean() - 3000), 4 * united.error());
  // The law is of a set without end; of n members the variance is (n - k + 1) / n of it.
  const double law = std::sqrt((1 - 127.0 / 2000) / 126);
  EXPECT_NEAR(std::sqrt(one.variance()) / 2000, law, 4 * law / std::sqrt(2 * static_cast<double>(trials)));
}

TEST(Bottomk, KeepsItsBits) {
  // From an implementation of the header's words in another language.
  SignatureBlock out;
  make_bottomk(2, 1)->sketch({{1, 2, 3}, {0, 3}, {}}, out);
  EXPECT_EQ(out.cells, (std::vector<Cell>{0x8C9AD2BFu, 0x2B3F9914u, 0xA157904Du, 0x8013395Bu}));
}

}  // namespace
}  // namespace textkin::sketch
