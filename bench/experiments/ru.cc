// experiment_ru TRIALS: RU and RUM by simulation beside their exact law (Dembele, Lo 2017).
//
// Writes a table: a row a case, k and number of matches: how often it came out, and how often the law says.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "hash/mix.h"
#include "sketch/studies/ru.h"
#include "stats/law/match_share.h"
#include "stats/ru/ru_law.h"

namespace {

using textkin::sketch::RuExtreme;
using textkin::sketch::RuMatrix;
using Rows = std::vector<std::uint32_t>;

Rows range(std::uint32_t first, std::uint32_t last) {
  Rows rows(last - first + 1);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

// The rows under a permutation of 1 .. n drawn by `seed`.
RuMatrix reordered(const RuMatrix& matrix, std::uint64_t seed) {
  Rows order(matrix.rows);
  std::iota(order.begin(), order.end(), 1u);
  for (std::uint32_t i = matrix.rows; i > 1; --i)
    std::swap(order[i - 1], order[textkin::hash::stream_word(seed, i) % i]);
  RuMatrix out{matrix.rows, {}, {}};
  for (const std::uint32_t row : matrix.a) out.a.push_back(order[row - 1]);
  for (const std::uint32_t row : matrix.b) out.b.push_back(order[row - 1]);
  std::sort(out.a.begin(), out.a.end());
  std::sort(out.b.begin(), out.b.end());
  return out;
}

void print(const std::string& name, const RuMatrix& matrix, std::uint32_t cells, bool random_order,
           std::uint32_t trials) {
  Rows common;
  std::set_intersection(matrix.a.begin(), matrix.a.end(), matrix.b.begin(), matrix.b.end(), std::back_inserter(common));
  const auto size = [](const Rows& rows) { return static_cast<std::uint32_t>(rows.size()); };
  const double p = random_order
                       ? *textkin::stats::ru_mean_match(matrix.rows, size(matrix.a), size(matrix.b), size(common))
                       : textkin::stats::ru_match(matrix.rows, matrix.a, matrix.b)->probability();
  const textkin::stats::MatchShare law(p, cells);
  std::vector<std::uint32_t> counts(cells + 1, 0);
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    // Where an order is drawn it is drawn for each function, so that equation 16 holds as it is printed.
    std::uint32_t matches = 0;
    if (random_order)
      for (std::uint32_t cell = 0; cell < cells; ++cell)
        matches +=
            ru_matches(reordered(matrix, 1000003ull * trial + cell), 1, 7919ull * trial + cell, RuExtreme::kMinimum);
    else
      matches = ru_matches(matrix, cells, trial, RuExtreme::kMinimum);
    ++counts[matches];
  }
  for (std::uint32_t matches = 0; matches <= cells; ++matches)
    fmt::print("{}\t{}\t{:.9f}\t{}\t{}\t{:.9f}\n", name, cells, p, matches,
               static_cast<double>(counts[matches]) / trials, law.pmf(matches));
}

}  // namespace

int main(int, char** arguments) {
  const auto trials = static_cast<std::uint32_t>(std::atoi(arguments[1]));
  fmt::print("case\tcells\tp\tmatches\tfrequency\tlaw\n");
  const RuMatrix fixed{31, range(1, 6), range(4, 9)};      // J = 1/3, n prime, rows of each set in a run
  const RuMatrix composite{30, range(1, 6), range(4, 9)};  // the same where multipliers may share factors with n
  const RuMatrix twice{23, range(1, 16), range(9, 23)};    // RUM: 12 and 11 elements, 4 shared: 2 * 4 = 8 common rows
  const RuMatrix apart{23, range(1, 12), range(13, 23)};   // the same, each row in the column of its list
  print("fixed order, n = 31", fixed, 20, false, trials);
  print("any order, n = 31", fixed, 20, true, trials);
  print("fixed order, n = 30", composite, 20, false, trials);
  print("any order, n = 30", composite, 20, true, trials);
  print("RUM", twice, 20, true, trials);
  print("RUM, rows apart", apart, 20, true, trials);
}
