#include "sketch/studies/ru.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "hash/mix.h"

namespace textkin::sketch {
namespace {

std::uint32_t one_to(std::uint32_t bound, std::uint64_t word) {
  return 1 + static_cast<std::uint32_t>(static_cast<unsigned __int128>(word) * bound >> 64);
}

// Row numbers of `set` in `list`, which begins behind row `before`; both ascend.
void append_rows(FeatureView set, FeatureView list, std::uint32_t before, std::vector<std::uint32_t>& rows) {
  std::size_t i = 0;
  for (std::size_t row = 0; row < list.size() && i < set.size(); ++row) {
    while (i < set.size() && set[i] < list[row]) ++i;
    if (i < set.size() && set[i] == list[row]) rows.push_back(before + static_cast<std::uint32_t>(row) + 1);
  }
}

}  // namespace

RuMatrix ru_matrix(FeatureView a, FeatureView b, RuListing listing) {
  RuMatrix matrix;
  if (listing == RuListing::kOnce) {
    std::vector<Feature> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    matrix.rows = static_cast<std::uint32_t>(all.size());
    append_rows(a, all, 0, matrix.a);
    append_rows(b, all, 0, matrix.b);
    return matrix;
  }
  const auto size_a = static_cast<std::uint32_t>(a.size());
  matrix.rows = size_a + static_cast<std::uint32_t>(b.size());
  append_rows(a, a, 0, matrix.a);
  if (listing == RuListing::kTwice) {
    append_rows(b, a, 0, matrix.b);
    append_rows(a, b, size_a, matrix.a);
  }
  append_rows(b, b, size_a, matrix.b);
  return matrix;
}

std::vector<RuFunction> draw_ru_functions(std::uint32_t rows, std::uint32_t count, std::uint64_t seed) {
  std::vector<RuFunction> functions(count);
  for (std::uint32_t i = 0; i < count; ++i)
    functions[i] = {one_to(rows, hash::stream_word(seed, 2 * std::uint64_t{i})),
                    one_to(rows, hash::stream_word(seed, 2 * std::uint64_t{i} + 1))};
  return functions;
}

RuProcess::RuProcess(std::uint32_t rows, std::vector<RuFunction> functions, RuExtreme extreme)
    : rows_(rows), functions_(std::move(functions)), extreme_(extreme) {
  for (const RuFunction& function : functions_) values_.push_back(function.y % rows);
  a_.assign(functions_.size(), extreme == RuExtreme::kMinimum ? rows + 1 : 0);
  b_ = a_;
}

void RuProcess::next_row(bool in_a, bool in_b) {
  const bool minimum = extreme_ == RuExtreme::kMinimum;
  for (std::size_t f = 0; f < functions_.size(); ++f) {
    // From z(i - 1) to z(i) by an addition; x < 2^32 and the remainder are added in 64 bits.
    std::uint64_t sum = std::uint64_t{values_[f]} + functions_[f].x;
    if (sum >= rows_) sum -= rows_;
    const auto remainder = static_cast<std::uint32_t>(sum);
    values_[f] = remainder;
    const std::uint32_t value = remainder == 0 ? rows_ : remainder;
    if (in_a) a_[f] = minimum ? std::min(a_[f], value) : std::max(a_[f], value);
    if (in_b) b_[f] = minimum ? std::min(b_[f], value) : std::max(b_[f], value);
  }
}

std::uint32_t RuProcess::matches() const {
  const std::uint32_t start = extreme_ == RuExtreme::kMinimum ? rows_ + 1 : 0;
  std::uint32_t matches = 0;
  for (std::size_t f = 0; f < functions_.size(); ++f) matches += a_[f] == b_[f] && a_[f] != start;
  return matches;
}

std::uint32_t ru_matches(const RuMatrix& matrix, std::uint32_t count, std::uint64_t seed, RuExtreme extreme) {
  if (matrix.rows == 0) return 0;
  RuProcess process(matrix.rows, draw_ru_functions(matrix.rows, count, seed), extreme);
  auto a = matrix.a.begin();
  auto b = matrix.b.begin();
  for (std::uint32_t row = 1; row <= matrix.rows; ++row) {
    const bool in_a = a != matrix.a.end() && *a == row;
    const bool in_b = b != matrix.b.end() && *b == row;
    process.next_row(in_a, in_b);
    a += in_a;
    b += in_b;
  }
  return process.matches();
}

}  // namespace textkin::sketch
