#include "hash/tabulation.h"

#include <cstring>

#include "hash/draws.h"

namespace textkin::hash {
namespace {

// Rows are tables of nothing but words: each is filled from the stream in the order of its members.
template <class Row>
void fill(std::vector<Row>& rows, std::uint64_t seed) {
  static_assert(sizeof(Row) % sizeof(std::uint64_t) == 0);
  Draws draws(seed);
  std::vector<std::uint64_t> words(sizeof(Row) / sizeof(std::uint64_t));
  for (Row& row : rows) {
    for (std::uint64_t& word : words) word = draws.word();
    std::memcpy(&row, words.data(), sizeof row);
  }
}

constexpr std::uint64_t kAll = ~std::uint64_t{0};

}  // namespace

SimpleTabulation::SimpleTabulation(std::uint32_t rows, std::uint64_t seed)
    : HashFamily(rows, kAll, kAll), tables_(rows) {
  fill(tables_, seed);
}

TwistedTabulation::TwistedTabulation(std::uint32_t rows, std::uint64_t seed)
    : HashFamily(rows, kAll, kAll), tables_(rows) {
  fill(tables_, seed);
}

MixedTabulation::MixedTabulation(std::uint32_t rows, std::uint64_t seed) : HashFamily(rows, kAll, kAll), tables_(rows) {
  fill(tables_, seed);
}

}  // namespace textkin::hash
