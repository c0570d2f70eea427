#include "sketch/studies/ru.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "hash/mix.h"
#include "sketch/studies/signature_matrix.h"

namespace textkin::sketch {
namespace {

std::uint32_t one_to(std::uint32_t bound, std::uint64_t word) {
  return 1 + static_cast<std::uint32_t>(static_cast<unsigned __int128>(word) * bound >> 64);
}

// Named apart from the functions of the same seed.
constexpr std::uint64_t kOrders = 0x6F72646572730000ull;

// A uniform permutation of 1 .. rows (Fisher, Yates).
std::vector<std::uint32_t> drawn_order(std::uint32_t rows, std::uint64_t seed) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 1u);
  for (std::uint32_t left = rows; left > 1; --left)
    std::swap(order[left - 1], order[one_to(left, hash::stream_word(seed, left)) - 1]);
  return order;
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

RuFunctions draw_ru_functions(std::uint32_t rows, std::uint32_t count, std::uint64_t seed, RuDraw draw,
                              bool own_orders) {
  RuFunctions drawn;
  drawn.modulus = draw == RuDraw::kPrime ? static_cast<std::uint32_t>(least_prime(rows)) : rows;
  drawn.functions.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t word = hash::stream_word(seed, 2 * std::uint64_t{i});
    if (draw != RuDraw::kUniform)
      while (std::gcd(one_to(drawn.modulus, word), drawn.modulus) != 1) word = hash::stream_word(word, 0);
    drawn.functions[i] = {one_to(drawn.modulus, word),
                          one_to(drawn.modulus, hash::stream_word(seed, 2 * std::uint64_t{i} + 1))};
  }
  if (own_orders)
    for (std::uint32_t i = 0; i < count; ++i)
      drawn.orders.push_back(drawn_order(rows, hash::stream_word(hash::mix64(seed ^ kOrders), i)));
  return drawn;
}

RuProcess::RuProcess(RuFunctions functions, RuExtreme extreme)
    : functions_(std::move(functions)),
      extreme_(extreme),
      start_(extreme == RuExtreme::kMinimum ? functions_.modulus + 1 : 0) {
  // x below the modulus, so that next_values() subtracts it once at most.
  for (RuFunction& function : functions_.functions) {
    function = {function.x % functions_.modulus, function.y % functions_.modulus};
    values_.push_back(function.y);
  }
  for (std::vector<std::uint32_t>& column : columns_) column.assign(functions_.functions.size(), start_);
}

void RuProcess::next_values() {
  ++row_;
  const std::vector<RuFunction>& functions = functions_.functions;
  if (!functions_.orders.empty()) {
    for (std::size_t f = 0; f < functions.size(); ++f) values_[f] = functions_.value(f, row_) % functions_.modulus;
    return;
  }
  for (std::size_t f = 0; f < functions.size(); ++f) {
    // From z(i - 1) to z(i) by an addition; x < 2^32 and the remainder are added in 64 bits.
    std::uint64_t sum = std::uint64_t{values_[f]} + functions[f].x;
    if (sum >= functions_.modulus) sum -= functions_.modulus;
    values_[f] = static_cast<std::uint32_t>(sum);
  }
}

void RuProcess::take(std::uint32_t column, std::vector<Change>* changes) {
  std::vector<std::uint32_t>& cells = columns_[column];
  const bool minimum = extreme_ == RuExtreme::kMinimum;
  for (std::size_t f = 0; f < cells.size(); ++f) {
    const std::uint32_t value = values_[f] == 0 ? functions_.modulus : values_[f];
    const std::uint32_t after = minimum ? std::min(cells[f], value) : std::max(cells[f], value);
    if (changes != nullptr && after != cells[f])
      changes->push_back({static_cast<std::uint32_t>(f), column, cells[f], after});
    cells[f] = after;
  }
}

void RuProcess::next_row(bool in_a, bool in_b, std::vector<Change>* changes) {
  next_values();
  if (in_a) take(0, changes);
  if (in_b) take(1, changes);
  if (changes != nullptr) std::ranges::stable_sort(*changes, {}, &Change::function);
}

std::uint32_t RuProcess::matches() const {
  std::uint32_t matches = 0;
  for (std::size_t f = 0; f < columns_[0].size(); ++f)
    matches += columns_[0][f] == columns_[1][f] && columns_[0][f] != start_;
  return matches;
}

void run_ru(const RuMatrix& matrix, RuProcess& process, std::vector<std::vector<RuProcess::Change>>* traced) {
  if (traced != nullptr) traced->resize(matrix.rows);
  auto a = matrix.a.begin();
  auto b = matrix.b.begin();
  for (std::uint32_t row = 1; row <= matrix.rows; ++row) {
    const bool in_a = a != matrix.a.end() && *a == row;
    const bool in_b = b != matrix.b.end() && *b == row;
    process.next_row(in_a, in_b, traced == nullptr ? nullptr : &(*traced)[row - 1]);
    a += in_a;
    b += in_b;
  }
}

std::uint32_t ru_matches(const RuMatrix& matrix, std::uint32_t count, std::uint64_t seed, RuExtreme extreme) {
  if (matrix.rows == 0) return 0;
  RuProcess process(draw_ru_functions(matrix.rows, count, seed), extreme);
  run_ru(matrix, process);
  return process.matches();
}

}  // namespace textkin::sketch
