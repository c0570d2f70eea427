// RU and RUM: the similarity of two sets from hash functions over the rows of a matrix made for these two sets.
//
// Reference: Dembele and Lo, The exact probability law for the approximated similarity from the minhashing method,
// Afrika Statistika 12(1), 2017, section 2; RU after Rajaraman and Ullman 2011.
// Rows are numbered 1 .. n; z(i) = x i + y mod n, a remainder of 0 written n (equation 4); x and y are drawn uniformly
// from 1 .. n. A column's cell is the minimum of z over its rows, or the maximum (their remark E); the estimate is the
// share of the k functions with equal cells. Unlike a sketch, this is made anew for each pair.
//
// RU lists each element of the union once; it estimates the Jaccard similarity J, but making its matrix costs a
// comparison of the sets, which gives J itself, as the paper notes. RUM avoids that, it says, by listing the elements
// of A and then those of B, shared ones twice: n = |A| + |B| rows. Two readings of that are implemented:
//   kTwice: both rows of a shared element belong to both columns. That is what equation 6 counts: 2 |A n B| common
//     rows of n, the modified similarity simM = 2 J / (1 + J), converted by J = simM / (2 - simM) (equation 8). But to
//     mark the rows one must know which elements are shared: the comparison is not saved.
//   kTwiceApart: each row belongs to the column of the list it stands in, as it is where the intersection is not sought
//     ("we do not seek to find the intersection"). The two rows of a shared element then have different numbers and, by
//     any permutation, different values: the columns have no row in common and no cell can be equal. P(match) is 0
//     under permutations whatever J is, and with x drawn from 1 .. n it is the chance of a tie (1 / n where n is
//     prime). So the time that the paper saves and the similarity that it estimates belong to different algorithms.
//
// Expectation of the share of equal cells, over functions and over a random order of rows: stats/law/ru_law.h, for
// columns of |A|, |B| and |A n B| rows (RU), |A| + |A n B|, |B| + |A n B|, 2 |A n B| (kTwice), |A|, |B|, 0
// (kTwiceApart). Where n is prime: S + (1 - S) / n for S = J, simM, 0. Where n has small divisors many x share one with
// it, rows fall together, and the share has little to do with S: two Gospels of 4,188 and 3,636 shingles make n = 7,824
// = 2^4 * 3 * 163 and match with probability 0.949 where simM is 0.852, and 0.530 by kTwiceApart.
// The conversion is convex, so that the converted estimate is too large in the mean, by about
// 2 p (1 - p) / ((2 - p)^3 k) at p = simM; its variance is about (1 + J)^2 / 2 times that of RU at the same k, less
// where J < sqrt(2) - 1.
// Threads: all is pure but RuProcess, which belongs to one. Errors: none. Cost: an addition a row and function.
#pragma once

#include <cstdint>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::sketch {

enum class RuListing { kOnce, kTwice, kTwiceApart };
enum class RuExtreme { kMinimum, kMaximum };

// The representation matrix of a pair: rows 1 .. n, and which of them each column holds, ascending.
struct RuMatrix {
  std::uint32_t rows = 0;
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
};

// `a` and `b` ascending and without repeats, fewer than 2^32 together. kOnce numbers the union by ascending feature,
// the others A by ascending feature and then B.
RuMatrix ru_matrix(FeatureView a, FeatureView b, RuListing listing);

struct RuFunction {
  std::uint32_t x = 1;
  std::uint32_t y = 1;

  std::uint32_t operator()(std::uint32_t row, std::uint32_t rows) const {
    const auto remainder = static_cast<std::uint32_t>((std::uint64_t{x} * row + y) % rows);
    return remainder == 0 ? rows : remainder;
  }
};

// Independent and uniform on (1 .. rows) x (1 .. rows); rows >= 1.
std::vector<RuFunction> draw_ru_functions(std::uint32_t rows, std::uint32_t count, std::uint64_t seed);

// The signatures of two columns as a Markov process (section 3, IV A b): all cells start at n + 1 (0 for the maximum);
// rows are given in the order 1 .. n, each once.
class RuProcess {
 public:
  RuProcess(std::uint32_t rows, std::vector<RuFunction> functions, RuExtreme extreme);

  void next_row(bool in_a, bool in_b);

  // Functions whose cells are equal, not counting cells that no row has reached.
  std::uint32_t matches() const;

 private:
  std::uint32_t rows_;
  std::vector<RuFunction> functions_;
  RuExtreme extreme_;
  std::vector<std::uint32_t> values_;  // z of the row given last, as remainders 0 .. n - 1
  std::vector<std::uint32_t> a_;
  std::vector<std::uint32_t> b_;
};

// All of it: the number of matches of `count` functions.
std::uint32_t ru_matches(const RuMatrix& matrix, std::uint32_t count, std::uint64_t seed, RuExtreme extreme);

}  // namespace textkin::sketch
