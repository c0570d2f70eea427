#include "stats/law/chance_matches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "stats/law/binomial.h"
#include "stats/law/hypergeometric.h"

namespace textkin::stats {
namespace {

double ways(int n, int k) {
  if (k < 0 || k > n) return 0;
  double out = 1;
  for (int i = 0; i < k; ++i) out = out * (n - i) / (i + 1);
  return out;
}

double shares_by_chance(int possible, int a, int b, int x) {
  return ways(a, x) * ways(possible - a, b - x) / ways(possible, b);
}

// P(at least `matches`), summed over the overlap; given it, `tail` of it.
template <class Tail>
double enumerated(int possible, int a, int b, Tail tail) {
  double sum = 0;
  for (int x = 0; x <= std::min(a, b); ++x) sum += shares_by_chance(possible, a, b, x) * tail(x);
  return sum;
}

TEST(ChanceMatches, WholeSetsAreHypergeometric) {
  for (const int possible : {12, 20, 40})
    for (const int a : {1, 3, 9, 12})
      for (const int b : {1, 4, 11})
        for (int shared = 0; shared <= std::min(a, b); ++shared) {
          const double p = enumerated(possible, a, b, [&](int x) { return x >= shared ? 1.0 : 0.0; });
          ASSERT_NEAR(std::exp(ChanceMatches(possible, a, b).log_p_of_sets(shared)), p, 1e-10)
              << possible << ' ' << a << ' ' << b << ' ' << shared;
        }
  // A universe that is too small is as large as the sets need.
  EXPECT_NEAR(ChanceMatches(2, 5, 5).log_p_of_sets(0), 0, 1e-12);
  EXPECT_NEAR(std::exp(ChanceMatches(2, 5, 5).log_p_of_sets(4)),
              shares_by_chance(6, 5, 5, 4) + shares_by_chance(6, 5, 5, 5), 1e-12);
}

// The law of a sample of the union, member by member, is never above what is given, and close to it where the sample is
// a small part.
TEST(ChanceMatches, OfASampleIsABound) {
  for (const int possible : {20, 60, 200})
    for (const int a : {5, 12, 20})
      for (const int b : {8, 20})
        for (const int sample : {1, 3, 8, 15})
          for (int matches = 0; matches <= sample; ++matches) {
            if (std::max(a, b) < sample) continue;
            const double p = enumerated(possible, a, b, [&](int x) {
              double tail = 0;
              const int united = a + b - x;
              for (int y = matches; y <= sample; ++y) tail += ways(x, y) * ways(united - x, sample - y);
              return tail / ways(united, sample);
            });
            const double given = std::exp(ChanceMatches(possible, a, b).log_p_of_sample(matches, sample));
            if (p > .1) continue;
            ASSERT_LE(p, 1.01 * given) << possible << ' ' << a << ' ' << b << ' ' << sample << ' ' << matches;
          }
  const ChanceMatches large(1e6, 100000, 100000);
  const double r = .1 / 1.9;
  EXPECT_NEAR(large.log_p_of_sample(20, 100) / std::log(binomial_tail(20, 100, r)), 1, 1e-9);
}

TEST(ChanceMatches, OfCellsIsTheSumOverTheOverlap) {
  const auto same = [](double jaccard) { return jaccard; };
  const auto of_two_bits = [](double jaccard) { return .25 + .75 * jaccard; };
  for (const int possible : {30, 100, 160})
    for (const int a : {10, 30})
      for (const int b : {6, 25})
        for (const int cells : {8, 64, 1000})
          for (const int matches : {1, 2, 5, 40, 200, 999}) {
            if (matches > cells) continue;
            const double p = enumerated(possible, a, b, [&](int x) {
              return binomial_tail(matches, cells, static_cast<double>(x) / (a + b - x));
            });
            const double q = enumerated(possible, a, b, [&](int x) {
              return binomial_tail(matches, cells, of_two_bits(static_cast<double>(x) / (a + b - x)));
            });
            if (p < 1e-250) continue;  // whose terms are no doubles here
            const ChanceMatches chance(possible, a, b);
            // The mean overlap stands for all where that moves ln p little.
            ASSERT_NEAR(chance.log_p_of_cells(matches, cells, same), std::log(p), .03)
                << possible << ' ' << a << ' ' << b << ' ' << cells << ' ' << matches;
            if (cells != 1000) continue;
            ASSERT_NEAR(chance.log_p_of_cells(matches, cells, of_two_bits), std::log(q), .03);
          }
  EXPECT_EQ(ChanceMatches(100, 5, 5).log_p_of_cells(0, 64, same), 0);
}

// In steps of more than one member: against every term.
TEST(ChanceMatches, LargeOverlapsAreSummedInSteps) {
  const ChanceOverlap overlap = *ChanceOverlap::of(40000, 9000, 8000);
  const ChanceMatches chance(40000, 9000, 8000);
  for (const int matches : {900, 1050, 1150, 1500, 4000}) {
    double highest = -HUGE_VAL;
    std::vector<double> terms;
    for (int x = 0; x <= 8000; ++x) {
      terms.push_back(overlap.log_pmf(x) + binomial_log_tail(matches, 8192, x / (17000.0 - x)));
      highest = std::max(highest, terms.back());
    }
    double sum = 0;
    for (const double term : terms) sum += std::exp(term - highest);
    EXPECT_NEAR(chance.log_p_of_cells(matches, 8192, [](double jaccard) { return jaccard; }), highest + std::log(sum),
                1e-3)
        << matches;
  }
}

// p-values of random pairs are not smaller than they say: each law over 10,000 drawn pairs, sets from small to large
// beside the sketch. The binomial of the mean similarity fails the last row by a factor of 30 at .001.
TEST(ChanceMatches, RandomPairsAreCalibrated) {
  std::mt19937_64 random(11);
  constexpr int kTrials = 10000;
  struct Case {
    int possible, a, b, cells;
  };
  for (const Case& c : {Case{400, 80, 60, 40}, Case{2080, 275, 270, 100}, Case{2080, 275, 270, 1000}}) {
    const ChanceMatches chance(c.possible, c.a, c.b);
    std::vector<double> p_sets;
    std::vector<double> p_sample;
    std::vector<double> p_cells;
    std::vector<int> order(c.possible);
    for (int i = 0; i < c.possible; ++i) order[i] = i;
    for (int trial = 0; trial < kTrials; ++trial) {
      // Of features 0 .. a - 1 are A; B is drawn.
      std::shuffle(order.begin(), order.end(), random);
      int shared = 0;
      for (int i = 0; i < c.b; ++i) shared += order[i] < c.a;
      p_sets.push_back(chance.log_p_of_sets(shared));
      const int united = c.a + c.b - shared;
      const double jaccard = static_cast<double>(shared) / united;
      p_cells.push_back(chance.log_p_of_cells(std::binomial_distribution<int>(c.cells, jaccard)(random), c.cells,
                                              [](double x) { return x; }));
      const int sample = std::min(c.cells, united);
      int left = shared;
      int matches = 0;
      for (int i = 0; i < sample; ++i)
        if (static_cast<int>(random() % (united - i)) < left) {
          --left;
          ++matches;
        }
      p_sample.push_back(chance.log_p_of_sample(matches, sample));
    }
    for (const auto* p : {&p_sets, &p_sample, &p_cells})
      for (const double level : {.001, .01, .1}) {
        const auto below =
            static_cast<double>(std::ranges::count_if(*p, [&](double x) { return x <= std::log(level); }));
        EXPECT_LE(below, kTrials * level + 4 * std::sqrt(kTrials * level)) << c.cells << ' ' << level;
        if (p != &p_sample && level > .005) {
          EXPECT_GE(below, kTrials * level / 3) << "too large to be of use";
        }
      }
  }
}

// The different canonical K-mers of a random sequence, ascending.
std::vector<int> kmers_of_random(std::mt19937_64& random, int length, int size) {
  std::set<int> out;
  const int all = 1 << 2 * size;
  int forward = 0;
  int reverse = 0;
  for (int i = 0; i < length; ++i) {
    const int letter = static_cast<int>(random() % 4);
    forward = (forward * 4 + letter) % all;
    reverse = reverse / 4 + (3 - letter) * (all / 4);
    if (i >= size - 1) out.insert(std::min(forward, reverse));
  }
  return {out.begin(), out.end()};
}

// What docs/laws.md says of sequences: shared k-mers come in runs, so that p of whole sequences is too small, within
// these bounds; of a small sample of their k-mers it is nearly right.
TEST(ChanceMatches, RandomSequencesAreNotSetsButNear) {
  std::mt19937_64 random(5);
  constexpr int kTrials = 3000;
  constexpr int kSample = 100;
  int low = 0;
  int lowest = 0;
  int low_of_samples = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::vector<int> a = kmers_of_random(random, 2000, 7);
    const std::vector<int> b = kmers_of_random(random, 2000, 7);
    std::vector<int> both;
    std::vector<int> either;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    std::ranges::set_union(a, b, std::back_inserter(either));
    const ChanceMatches chance(8192, a.size(), b.size());
    const double p = std::exp(chance.log_p_of_sets(both.size()));
    low += p <= .01;
    lowest += p <= .001;
    int matches = 0;
    std::shuffle(either.begin(), either.end(), random);
    for (int i = 0; i < kSample; ++i) matches += std::ranges::binary_search(both, either[i]);
    low_of_samples += chance.log_p_of_sample(matches, kSample) <= std::log(.01);
  }
  EXPECT_GT(low, kTrials * .02);
  EXPECT_LT(low, kTrials * .04);
  EXPECT_LT(lowest, kTrials * .012);
  EXPECT_LT(low_of_samples, kTrials * .015);
}

}  // namespace
}  // namespace textkin::stats
