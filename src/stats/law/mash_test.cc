#include "stats/law/mash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace textkin::stats {
namespace {

TEST(Mash, DistanceIsTheDefinition) {
  // Shewanella baltica OS185 and OS223, the first 500 kb of each: exact similarities and distances.
  EXPECT_NEAR(mash_distance(0.2949, 21), 0.03745, 5e-6 * 2);
  EXPECT_NEAR(mash_distance(0.2372, 31), -std::log(2 * .2372 / 1.2372) / 31, 1e-15);
  EXPECT_EQ(mash_distance(1, 21), 0);
  EXPECT_EQ(mash_distance(0, 21), 1);
  EXPECT_EQ(mash_distance(1e-12, 2), 1);  // never above 1
  EXPECT_EQ(mash_distance(-0.5, 21), 1);
  EXPECT_EQ(mash_distance(1.5, 21), 0);
}

TEST(Mash, SimilarityIsTheInverse) {
  for (const double k : {1.0, 5.0, 21.0, 31.0})
    for (double j = 1; j > 1e-6; j *= 0.7) {
      const double d = mash_distance(j, k);
      if (d == 1) break;
      EXPECT_NEAR(mash_similarity(d, k) / j, 1, 1e-12);
    }
  EXPECT_EQ(mash_similarity(0, 21), 1);
  const Interval distances = mash_distances({.2, .4}, 21);
  EXPECT_EQ(distances.lower, mash_distance(.4, 21));
  EXPECT_EQ(distances.upper, mash_distance(.2, 21));
}

// Mutating letters with probability D gives the similarity that D stands for.
TEST(Mash, DistanceIsTheRateOfMutation) {
  std::mt19937_64 random(3);
  constexpr int kLength = 60000;
  constexpr int kSize = 12;
  constexpr double kRate = 0.02;
  std::vector<int> a(kLength);
  for (int& letter : a) letter = static_cast<int>(random() % 4);
  std::vector<int> b = a;
  for (int& letter : b)
    if (std::generate_canonical<double, 53>(random) < kRate) letter = (letter + 1 + static_cast<int>(random() % 3)) % 4;
  const auto kmers = [](const std::vector<int>& letters) {
    std::set<std::uint64_t> out;
    std::uint64_t kmer = 0;
    for (int i = 0; i < kLength; ++i) {
      kmer = (kmer * 4 + static_cast<std::uint64_t>(letters[i])) & ((std::uint64_t{1} << (2 * kSize)) - 1);
      if (i >= kSize - 1) out.insert(kmer);
    }
    return out;
  };
  const std::set<std::uint64_t> left = kmers(a);
  const std::set<std::uint64_t> right = kmers(b);
  std::size_t shared = 0;
  for (const std::uint64_t kmer : left) shared += right.count(kmer);
  const double j = static_cast<double>(shared) / static_cast<double>(left.size() + right.size() - shared);
  EXPECT_NEAR(mash_distance(j, kSize), kRate, 0.0015);
}

TEST(Mash, ChanceIsThatOfRandomSequences) {
  // 1 - (1 - 1/N)^n by direct powers, and the usual n / (n + N) close to it.
  const double possible = std::pow(4.0, 8);
  const double x = 1 - std::pow(1 - 1 / possible, 5000.0);
  const double y = 1 - std::pow(1 - 1 / possible, 900.0);
  EXPECT_NEAR(mash_chance_similarity(possible, 5000, 900), x * y / (x + y - x * y), 1e-12);
  EXPECT_EQ(mash_chance_similarity(1, 5, 5), 1);
  EXPECT_EQ(mash_chance_similarity(possible, 0, 5), 0);
  EXPECT_NEAR(mash_chance_similarity(std::pow(4.0, 21), 5e6, 5e6), 5e6 / std::pow(4.0, 21) / 2, 1e-10);
  // Random sets of exact sizes have r as expected similarity, to the second order.
  std::mt19937_64 random(7);
  double sum = 0;
  constexpr int kTrials = 400;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::set<std::uint64_t> a;
    std::set<std::uint64_t> b;
    for (int i = 0; i < 600; ++i) a.insert(random() % 4096);
    for (int i = 0; i < 900; ++i) b.insert(random() % 4096);
    std::size_t shared = 0;
    for (const std::uint64_t kmer : a) shared += b.count(kmer);
    sum += static_cast<double>(shared) / static_cast<double>(a.size() + b.size() - shared);
  }
  EXPECT_NEAR(sum / kTrials, mash_chance_similarity(4096, 600, 900), 0.002);
}

TEST(Mash, PValueIsABinomialTail) {
  EXPECT_EQ(mash_log_p_value(0, 1000, 0.001), 0);
  EXPECT_NEAR(std::exp(mash_log_p_value(1, 1000, 0.001)), 1 - std::pow(0.999, 1000.0), 1e-12);
  EXPECT_NEAR(mash_log_p_value(1000, 1000, 1e-6), 1000 * std::log(1e-6), 1e-8);
  EXPECT_EQ(mash_log_p_value(1, 1000, 0), -HUGE_VAL);
  EXPECT_LT(mash_log_p_value(11, 1000, 0.001), mash_log_p_value(10, 1000, 0.001));
}

}  // namespace
}  // namespace textkin::stats
