#include "sketch/sets/superminhash.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "sketch/testing_pair_trials.h"

namespace textkin::sketch {
namespace {

constexpr std::uint64_t kStream = 0x73757065726D696Eull;

// The definition: every member makes all its visits.
std::vector<Cell> defined(std::uint32_t k, std::uint64_t seed, FeatureView set) {
  const std::uint64_t mask = hash::stream_word(hash::mix64(seed ^ kStream), 0);
  std::vector<Cell> cells(k, kEmptyCell);
  std::vector<std::uint32_t> p(k);
  for (const Feature feature : set) {
    std::iota(p.begin(), p.end(), 0u);
    for (std::uint32_t j = 0; j < k; ++j) {
      const std::uint64_t w = hash::stream_word(hash::mix64(feature ^ mask), j);
      std::swap(p[j], p[j + ((w & 0xFFFFFFFF) * (k - j) >> 32)]);
      const std::uint64_t r = w >> 32;
      const std::uint64_t cell = j == 0 ? r >> 1 : std::uint64_t{1} << 31 | std::uint64_t{j} << 22 | r >> 10;
      cells[p[j]] = std::min(cells[p[j]], static_cast<Cell>(std::min<std::uint64_t>(cell, 0xFFFFFFFE)));
    }
  }
  return cells;
}

TEST(Superminhash, StoppingEarlyChangesNothing) {
  for (const std::uint32_t k : {1u, 2u, 3u, 64u, 200u, 512u})
    for (const std::uint32_t size : {1u, 2u, 5u, 40u, 300u, 3000u}) {
      FeatureBlock block = make_pairs({0, size, size}, 1, k);
      SignatureBlock out;
      make_superminhash(k, 7)->sketch(block, out);
      for (const std::size_t i : {0, 1})
        ASSERT_TRUE(std::ranges::equal(out[i], defined(k, 7, block[i]))) << k << " " << size;
    }
}

TEST(Superminhash, HasTheStatedRmse) {
  struct Row {
    std::uint32_t k;
    PairShape shape;
    std::size_t trials;
    double rmse;
  };
  for (const Row& row : {Row{128, {13, 20, 20}, 4000, .0311},
                         {128, {18, 20, 20}, 4000, .0238},
                         {128, {67, 100, 100}, 1500, .0325},
                         {256, {89, 100, 100}, 800, .0177}}) {
    const std::size_t count = trials_of(row.trials);
    const auto sketcher = make_superminhash(row.k, 3);
    double squares = 0;
    for_pairs(*sketcher, row.shape, count, 50, [&](SignatureView a, SignatureView b) {
      const double miss = static_cast<double>(matches(a, b)) / row.k - row.shape.jaccard();
      squares += miss * miss;
    });
    const double rmse = std::sqrt(squares / static_cast<double>(count));
    EXPECT_NEAR(rmse, row.rmse, 3 * row.rmse / std::sqrt(2.0 * static_cast<double>(count)) + 1e-4) << row.shape.f1;
    const double law = std::sqrt(sketcher->law().variance(row.shape.jaccard(), row.shape.united(), row.k));
    EXPECT_NEAR(law, row.rmse, .01 * row.rmse + 1e-4);
  }
}

TEST(Superminhash, KeepsItsBits) {
  // From an implementation of the header's words in another language.
  SignatureBlock out;
  make_superminhash(4, 1)->sketch({{1, 2, 3}, {0, 3}, {}}, out);
  EXPECT_EQ(out.cells, (std::vector<Cell>{0x009A7E90u, 0x80832C45u, 0x6FBAC338u, 0x088FF9FBu}));
}

}  // namespace
}  // namespace textkin::sketch
