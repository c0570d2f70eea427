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
// Expectation of the share of equal cells, over functions and over a random order of rows: stats/ru/ru_law.h, for
// columns of |A|, |B| and |A n B| rows (RU), |A| + |A n B|, |B| + |A n B|, 2 |A n B| (kTwice), |A|, |B|, 0
// (kTwiceApart). Where n is prime: S + (1 - S) / n for S = J, simM, 0. Where n has small divisors many x share one with
// it, rows fall together, and the share has little to do with S: two Gospels of 4,188 and 3,636 shingles make n = 7,824
// = 2^4 * 3 * 163 and match with probability 0.949 where simM is 0.852, and 0.530 by kTwiceApart.
// The conversion is convex, so that the converted estimate is too large in the mean, by about
// 2 p (1 - p) / ((2 - p)^3 k) at p = simM; its variance is about (1 + J)^2 / 2 times that of RU at the same k, less
// where J < sqrt(2) - 1.
// Two other draws of x and y are free of that (RuDraw); rows numbered anew for each function make S exact (own orders).
// Threads: all is pure but RuProcess, which belongs to one. Errors: none. Cost: an addition a row and function.
#pragma once

#include <cstdint>
#include <span>
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

  std::uint32_t operator()(std::uint32_t row, std::uint32_t modulus) const {
    const auto remainder = static_cast<std::uint32_t>((std::uint64_t{x} * row + y) % modulus);
    return remainder == 0 ? modulus : remainder;
  }
};

// How x and y are drawn; y is uniform below the modulus, 0 written as the modulus.
enum class RuDraw {
  kUniform,  // modulo n, x uniform on 1 .. n: the paper
  kUnits,    // modulo n, x uniform on those without a common factor with n: every function permutes 1 .. n
  kPrime,    // modulo the least prime that is at least n, x uniform below it: no two rows share a value
};

// What one observation takes: its functions, and the orders of the rows that they see.
struct RuFunctions {
  std::uint32_t modulus = 1;
  std::vector<RuFunction> functions;
  // Own orders: [function][row - 1] is the row's number for that function, of 1 .. n. None: rows keep their numbers.
  std::vector<std::vector<std::uint32_t>> orders;

  std::uint32_t value(std::size_t function, std::uint32_t row) const {
    return functions[function](orders.empty() ? row : orders[function][row - 1], modulus);
  }
};

// `count` independent functions over `rows` rows, 1 .. 4 * 10^9; with `own_orders` each numbers the rows by a uniform
// permutation of its own, which costs a number a row and function. The same seed draws the same.
RuFunctions draw_ru_functions(std::uint32_t rows, std::uint32_t count, std::uint64_t seed,
                              RuDraw draw = RuDraw::kUniform, bool own_orders = false);

// The signatures of two columns as a Markov process (section 3, IV A b): U(0) = (n + 1, ..., n + 1), and U(i) is
// min(U(i - 1), Z(i)), coordinate by coordinate, where the column has row i. n is the modulus; for the maximum it
// begins with 0. Rows are given in the order 1 .. n, each once.
class RuProcess {
 public:
  RuProcess(RuFunctions functions, RuExtreme extreme);

  // What a row changes: a cell of column 0 (A) or 1 (B).
  struct Change {
    std::uint32_t function = 0;
    std::uint32_t column = 0;
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };

  // Appends what changes, by function and column, where `changes` is given.
  void next_row(bool in_a, bool in_b, std::vector<Change>* changes = nullptr);

  // Functions whose cells are equal, not counting cells that no row has reached.
  std::uint32_t matches() const;

  // The cells of a column, and what stands in one that no row has reached.
  std::span<const std::uint32_t> cells(std::uint32_t column) const { return columns_[column]; }
  std::uint32_t start() const { return start_; }
  const RuFunctions& functions() const { return functions_; }

 private:
  void next_values();
  void take(std::uint32_t column, std::vector<Change>* changes);

  RuFunctions functions_;
  RuExtreme extreme_;
  std::uint32_t start_;
  std::uint32_t row_ = 0;              // given so far
  std::vector<std::uint32_t> values_;  // Z of the row given last, as remainders: 0 .. modulus - 1
  std::vector<std::uint32_t> columns_[2];
};

// Gives the process all rows of the matrix. `traced`: [row - 1], what each row changes; null: not recorded.
void run_ru(const RuMatrix& matrix, RuProcess& process, std::vector<std::vector<RuProcess::Change>>* traced = nullptr);

// All of it, as the paper draws: the number of matches of `count` functions.
std::uint32_t ru_matches(const RuMatrix& matrix, std::uint32_t count, std::uint64_t seed, RuExtreme extreme);

}  // namespace textkin::sketch
