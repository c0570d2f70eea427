#include "sketch/weighted/simhash.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "base/cpu.h"
#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"
#include "sketch/weighted/bit_sums.h"

namespace textkin::sketch {
namespace {

std::uint64_t bits_of(std::string_view printed) { return std::stoull(std::string(printed), nullptr, 2); }

// Gakhov 2016, the document {ferret NOUN, go VERB} with weights 1.0 and .9, in tenths. Its 16 bits as printed.
TEST(BitSums, GivesGakhovsFingerprint) {
  const std::uint64_t hashes[] = {bits_of("0101010101010111"), bits_of("0111011100100111")};
  const std::uint64_t weights[] = {10, 9};
  BitSums weighted;
  weighted.add(hashes, weights, 2);
  EXPECT_EQ(weighted.signs().ones, bits_of("0101010101010111"));
  EXPECT_EQ(weighted.signs().ties, 0u);
  // Of equal weights neither word decides where they differ.
  BitSums equal;
  equal.add(hashes, 2);
  EXPECT_EQ(equal.signs().ones, hashes[0] & hashes[1]);
  EXPECT_EQ(equal.signs().ties, hashes[0] ^ hashes[1]);
}

// Counters of bytes, emptied in time; every length around the sizes of vectors and counters.
TEST(BitSums, CountOnEveryTarget) {
  for (const char* target : {"scalar", "neon", "sse4", "avx2", "avx512"}) {
    if (!base::force_simd(target).ok()) continue;
    for (const std::size_t count :
         {0, 1, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 128, 255, 256, 511, 1000, 70000}) {
      std::vector<std::uint64_t> hashes(count, ~std::uint64_t{0} >> 1), weights(count);
      for (std::size_t i = 0; i < count; ++i) {
        if (i % 2 == 1) hashes[i] = hash::stream_word(1, i);
        weights[i] = hash::stream_word(2, i) >> 33;
      }
      std::uint64_t total = 0, votes[64] = {}, sums[64] = {};
      for (std::size_t i = 0; i < count; ++i) {
        total += weights[i];
        for (int bit = 0; bit < 64; ++bit)
          if (hashes[i] >> bit & 1) ++votes[bit], sums[bit] += weights[i];
      }
      BitSums plain, weighted;
      plain.add(hashes.data(), count / 3);
      plain.add(hashes.data() + count / 3, count - count / 3);
      weighted.add(hashes.data(), weights.data(), count);
      for (int bit = 0; bit < 64; ++bit) {
        ASSERT_EQ(plain.signs().ones >> bit & 1, 2 * votes[bit] > count) << target << count;
        ASSERT_EQ(plain.signs().ties >> bit & 1, 2 * votes[bit] == count) << target << count;
        ASSERT_EQ(weighted.signs().ones >> bit & 1, 2 * sums[bit] > total) << target << count;
      }
      std::vector<std::uint64_t> mixed(count);
      mix_all(hashes.data(), count, 77, mixed.data());
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(mixed[i], hash::mix64(hashes[i] ^ 77));
      if (count == 0) continue;
      ASSERT_EQ(least_of(mixed.data(), count), *std::ranges::min_element(mixed)) << target << count;
      ASSERT_EQ(least_of(&mixed.back(), 1), mixed.back());
    }
  }
  (void)base::force_simd("auto");
}

FeatureBlock one_set(std::size_t size, double weight) {
  FeatureBlock block;
  for (std::size_t i = 0; i < size; ++i) block.values.push_back(hash::stream_word(9, i));
  if (weight > 0) block.weights.assign(size, weight);
  block.offsets.push_back(size);
  return block;
}

std::vector<Cell> cells_of(Sketcher& sketcher, const FeatureBlock& block) {
  SignatureBlock out;
  sketcher.sketch(block, out);
  return out.cells;
}

// Whatever the unit of the weights; at an even size some bits are ties.
TEST(SimHash, EqualWeightsAreNoWeights) {
  const auto sketcher = make_simhash(128, 5);
  for (const std::size_t size : {1, 2, 6, 1000})
    for (const double weight : {1.0, .3, 1e-300, 1e300, 12345.678})
      EXPECT_EQ(cells_of(*sketcher, one_set(size, weight)), cells_of(*sketcher, one_set(size, 0)));
}

TEST(SimHash, OneFeatureThatOutweighsTheRestDecides) {
  const auto sketcher = make_simhash(64, 5);
  FeatureBlock block = one_set(10, 1);
  block.weights[3] = 9.5;
  FeatureBlock alone;
  alone.values = {block.values[3]};
  alone.offsets = {0, 1};
  EXPECT_EQ(cells_of(*sketcher, block), cells_of(*sketcher, alone));
}

TEST(SimHash, The64BitsAreTheFirstOf128) {
  const FeatureBlock block = one_set(300, 0);
  const std::vector<Cell> wide = cells_of(*make_simhash(128, 3), block);
  const std::vector<Cell> narrow = cells_of(*make_simhash(64, 3), block);
  EXPECT_EQ(narrow, std::vector<Cell>(wide.begin(), wide.begin() + 2));
}

TEST(SimHash, RefusesOtherBitsAndBands) {
  for (const std::uint32_t bits : {1u, 32u, 63u, 96u, 192u, 256u})
    EXPECT_EQ(make_sketcher("simhash", bits, 1).status().code(), Code::kInvalidArgument) << bits;
  EXPECT_NE(make_bandable("simhash", 64, 1).status().message().find("textkin simhash"), std::string::npos);
}

using Sums = std::map<int, double>;  // the law of a sum of signs

Sums sums_of(int count) {
  Sums sums;
  double probability = std::pow(.5, count);
  for (int ones = 0; ones <= count; ++ones) {
    sums[2 * ones - count] = probability;
    probability *= static_cast<double>(count - ones) / (ones + 1);
  }
  return sums;
}

// P(the bit is 1 | the others' sum), where a tie becomes `of_tie`.
double positive(int sum, const Sums& own, bool of_tie) {
  double probability = 0;
  for (const auto& [value, p] : own)
    if (sum + value > 0 || (sum + value == 0 && of_tie)) probability += p;
  return probability;
}

double differ(double a, double b) { return a * (1 - b) + b * (1 - a); }

struct Shape {
  int both, only_a, only_b;
};

// P(a bit differs) with ties at 0, as textbooks have it.
double differing_with_ties_at_zero(const Shape& s) {
  double sum = 0;
  for (const auto& [shared, p] : sums_of(s.both))
    sum += p * differ(positive(shared, sums_of(s.only_a), false), positive(shared, sums_of(s.only_b), false));
  return sum;
}

// The least feature of one side is its own, that of the other shared or its own.
double differing_with_own_least(int both, int own, int other) {
  const auto side = [](int sum, int count) {
    const Sums rest = sums_of(count - 1);
    return (positive(sum + 1, rest, true) + positive(sum - 1, rest, false)) / 2;
  };
  const double members = both + other;
  double sum = 0;
  if (both > 0)
    for (const int sign : {-1, 1})
      for (const auto& [shared, p] : sums_of(both - 1))
        sum += both / members * p / 2 *
               differ(side(shared + sign, own), positive(shared + sign, sums_of(other), sign > 0));
  if (other > 0)
    for (const auto& [shared, p] : sums_of(both))
      sum += other / members * p * differ(side(shared, own), side(shared, other));
  return sum;
}

// P(a bit differs) with ties broken by the least feature: by the sign of it, and by whose it is.
double differing(const Shape& s) {
  const double united = s.both + s.only_a + s.only_b;
  double sum = 0;
  if (s.both > 0)
    for (const int sign : {-1, 1})
      for (const auto& [shared, p] : sums_of(s.both - 1))
        sum += s.both / united * p / 2 *
               differ(positive(shared + sign, sums_of(s.only_a), sign > 0),
                      positive(shared + sign, sums_of(s.only_b), sign > 0));
  if (s.only_a > 0) sum += s.only_a / united * differing_with_own_least(s.both, s.only_a, s.only_b);
  if (s.only_b > 0) sum += s.only_b / united * differing_with_own_least(s.both, s.only_b, s.only_a);
  return sum;
}

double by_angle(const Shape& s) {
  return std::acos(s.both / std::sqrt((s.both + s.only_a) * (s.both + s.only_b))) / std::numbers::pi;
}

// Where sets are small, bits differ less often than the angle says; ties by the least feature halve that, and make it
// nothing for sets that share nothing, which ties at 0 make alike.
TEST(SimHash, BiasOfSmallSetsIsKnown) {
  EXPECT_NEAR(by_angle({18, 2, 2}), .144, 5e-4);
  EXPECT_NEAR(differing_with_ties_at_zero({18, 2, 2}), .132, 5e-4);
  EXPECT_NEAR(differing({18, 2, 2}), .1383, 5e-5);
  EXPECT_NEAR(by_angle({4, 1, 1}), .205, 5e-4);
  EXPECT_NEAR(differing_with_ties_at_zero({4, 1, 1}), .188, 5.1e-4);
  EXPECT_NEAR(differing({4, 1, 1}), .1875, 1e-12);
  EXPECT_NEAR(differing({90, 10, 10}), .1424, 5e-5);
  EXPECT_NEAR(differing_with_ties_at_zero({0, 2, 2}), .375, 1e-12);
  EXPECT_NEAR(differing({0, 2, 2}), .5, 1e-12);
  EXPECT_NEAR(differing({0, 20, 20}), .5, 1e-12);
}

// The bits themselves: how often they differ in sets of these very sizes, within 4 standard errors.
TEST(SimHash, BitsDifferAsEnumerationSays) {
  const auto sketcher = make_simhash(128, 12);
  for (const Shape& s : {Shape{18, 2, 2}, {4, 1, 1}, {9, 1, 1}, {0, 2, 2}, {10, 10, 10}, {5, 0, 1}, {19, 0, 1}}) {
    const PairShape shape{static_cast<std::uint32_t>(s.both), static_cast<std::uint32_t>(s.both + s.only_a),
                          static_cast<std::uint32_t>(s.both + s.only_b)};
    Moments share;
    for_pairs(*sketcher, shape, trials_of(20000), 500, [&](SignatureView a, SignatureView b) {
      int distance = 0;
      for (std::size_t word = 0; word < a.size(); ++word) distance += std::popcount(a[word] ^ b[word]);
      share.add(distance / 128.0);
    });
    EXPECT_NEAR(share.mean(), differing(s), 4 * share.error()) << s.both << " " << s.only_a;
  }
}

}  // namespace
}  // namespace textkin::sketch
