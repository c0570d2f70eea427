#include "sketch/signatures/bbit.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>

#include "base/cpu.h"
#include "hash/mix.h"
#include "sketch/catalog.h"
#include "sketch/signatures/bbit_kernel.h"
#include "sketch/testing_pair_trials.h"

namespace textkin::sketch {
namespace {

std::unique_ptr<Sketcher> sketcher_of(std::string_view name, std::uint32_t cells) {
  return std::move(make_sketcher(name, cells, 5)).value();
}

TEST(Bbit, KernelsCountWhatDiffersCellByCell) {
  for (const std::uint32_t cells : {1u, 2u, 63u, 64u, 65u, 128u, 200u, 256u, 300u, 500u, 512u, 513u, 1000u})
    for (std::uint32_t bits = 1; bits <= kMaxBits; ++bits) {
      std::vector<Cell> x(cells), y(cells);
      for (std::uint32_t i = 0; i < cells; ++i) {
        x[i] = static_cast<Cell>(hash::stream_word(cells, i));
        y[i] = hash::stream_word(bits, i) % 2 ? x[i] : x[i] ^ static_cast<Cell>(hash::stream_word(bits, i) >> 20);
      }
      std::uint32_t expected = 0;
      for (std::uint32_t i = 0; i < cells; ++i) expected += (x[i] ^ y[i]) << (32 - bits) == 0;
      std::vector<std::uint64_t> a(bits * ((cells + 63) / 64)), b(a.size());
      pack_planes(x, bits, a.data());
      pack_planes(y, bits, b.data());
      ASSERT_EQ(agreeing_cells_scalar(a, b, bits, cells), expected);
      for (const char* target : {"neon", "sse4", "avx2", "avx512", "scalar"}) {
        if (!base::force_simd(target).ok()) continue;
        ASSERT_EQ(agreeing_cells(a, b, bits, cells), expected) << target << " " << cells << " " << bits;
        ASSERT_EQ(agreeing_cells(a, a, bits, cells), cells);
      }
    }
  ASSERT_TRUE(base::force_simd("auto").ok());
}

// Over three kinds of cells: unbiased, the binomial law's variance at most, and covered.
TEST(Bbit, EstimatesAsItsLawSays) {
  for (const SketchEntry& entry : catalog()) {
    if (entry.name != "fss" && entry.name != "kperm" && entry.name != "superminhash") continue;
    for (const std::uint32_t bits : {1u, 2u, 4u, 8u, 16u})
      for (const PairShape& shape : {PairShape{13, 20, 20}, PairShape{2, 40, 30}, PairShape{240, 300, 300}}) {
        const auto sketcher = sketcher_of(entry.name, 128);
        const std::size_t count = trials_of(entry.name == "superminhash" ? 400 : 1600);
        const double truth = shape.jaccard();
        Moments raw;
        double covered = 0;
        SignatureBlock full;
        for (std::size_t done = 0; done < count; done += 40) {
          sketcher->sketch(make_pairs(shape, 40, done), full);
          const Result<BbitBlock> block = to_bbit(full, bits);
          ASSERT_TRUE(block.ok());
          ASSERT_EQ(block->words.size(), 80 * bits * 2);
          for (std::size_t i = 0; i < 80; i += 2) {
            const Result<BbitEstimate> found = estimate_bbit(*block, i, *block, i + 1, .95);
            raw.add(found->raw);
            ASSERT_EQ(found->estimate.value, std::clamp(found->raw, 0.0, 1.0));
            covered += found->estimate.lower <= truth && truth <= found->estimate.upper;
          }
        }
        const std::string at = std::string(entry.name) + " " + std::to_string(bits) + " " + std::to_string(truth);
        const auto trials = static_cast<double>(count);
        const stats::BbitLaw law(bits);
        // What full cells vary is thinned; what unequal cells agree by chance is added.
        const double chance = law.c1(), k = 128;
        const double full_variance = sketcher->law().variance(truth, shape.united(), 128);
        const double variance = full_variance + chance / (1 - chance) * (1 - truth) / k;
        EXPECT_LE(variance, law.variance(truth, 128) * (1 + 1e-9)) << at;
        EXPECT_NEAR(raw.variance() / variance, 1, 6 * std::sqrt(2 / trials)) << at;
        EXPECT_LE(std::abs(raw.mean() - truth), 4 * std::sqrt(variance / trials)) << at;
        EXPECT_GE(covered / trials, .95 - 3 * std::sqrt(.95 * .05 / trials)) << at;
      }
  }
}

// Ranks under permutations of a small universe, as they are: the constants of the paper are needed, and found.
TEST(Bbit, RanksOfASmallUniverseNeedTheDenseLaw) {
  const std::uint32_t universe = 1000, cells = 128, bits = 2;
  Moments dense, sparse;
  for (std::uint64_t trial = 0; trial < trials_of(200); ++trial) {
    BbitBlock block;
    block.spec.cells = cells;
    block.bits = bits;
    block.sizes = {300, 200};
    block.words.resize(2 * block.words_a_row());
    std::vector<Cell> least(2 * cells, universe);
    std::vector<std::uint32_t> at_rank(universe);
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      for (std::uint32_t i = 0; i < universe; ++i) at_rank[i] = i;
      Cell& a = least[cell];
      Cell& b = least[cells + cell];
      for (std::uint32_t rank = 0; a == universe || b == universe; ++rank) {
        const std::uint64_t draw = hash::stream_word(trial * cells + cell, rank);
        std::swap(at_rank[rank], at_rank[rank + draw % (universe - rank)]);
        if (at_rank[rank] < 300) a = std::min(a, rank);
        if (at_rank[rank] >= 180 && at_rank[rank] < 380) b = std::min(b, rank);
      }
    }
    pack_planes(SignatureView(least).first(cells), bits, block.words.data());
    pack_planes(SignatureView(least).last(cells), bits, block.words.data() + block.words_a_row());
    const stats::BbitLaw law(bits, .3, .2);
    dense.add(estimate_bbit(block, 0, block, 1, .95, &law)->raw);
    sparse.add(estimate_bbit(block, 0, block, 1, .95)->raw);
  }
  EXPECT_LT(std::abs(dense.mean() - 120.0 / 380), 4 * dense.error() + .002);
  EXPECT_NEAR(sparse.mean(), .235, 4 * sparse.error() + .002) << "badly biased";
}

TEST(Bbit, RefusesWhatHasNoBitsToCompare) {
  SignatureBlock full;
  sketcher_of("fss", 64)->sketch(make_pairs({5, 10, 10}, 1, 1), full);
  for (const std::uint32_t bits : {0u, 17u, 0xFFFFFFFFu}) {
    const auto refused = to_bbit(full, bits);
    ASSERT_EQ(refused.status().code(), Code::kInvalidArgument);
    EXPECT_NE(refused.status().message().find("1 to 16"), std::string::npos);
  }
  const auto four = to_bbit(full, 4);
  const auto eight = to_bbit(full, 8);
  ASSERT_TRUE(four.ok() && eight.ok());
  EXPECT_EQ(estimate_bbit(*four, 0, *eight, 0, .95).status().code(), Code::kMismatch);
  BbitBlock foreign = *four;
  foreign.spec.seed = 77;
  EXPECT_EQ(estimate_bbit(*four, 0, foreign, 0, .95).status().code(), Code::kMismatch);
  sketcher_of("bottomk", 64)->sketch(make_pairs({5, 10, 10}, 1, 1), full);
  EXPECT_NE(to_bbit(full, 4).status().message().find("places"), std::string::npos);
}

TEST(Bbit, EmptySetsAreNotAlike) {
  SignatureBlock full;
  sketcher_of("kperm", 64)->sketch({{1, 2}, {0, 0, 2}, {}}, full);
  const auto block = to_bbit(full, 8);
  for (const std::size_t other : {0, 1}) {
    const auto found = estimate_bbit(*block, 0, *block, other, .95);
    EXPECT_TRUE(found->estimate.exact && found->estimate.value == 0 && found->estimate.upper == 0);
  }
  EXPECT_EQ(estimate_bbit(*block, 1, *block, 1, .95)->raw, 1);
}

}  // namespace
}  // namespace textkin::sketch
