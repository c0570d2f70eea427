#include "base/sort.h"

#include <algorithm>

#include "hwy/contrib/sort/vqsort.h"

namespace textkin::base {

static_assert(sizeof(KeyValue) == sizeof(hwy::uint128_t));

namespace {
// Below this, the set-up of the vector sort costs more than an insertion sort.
constexpr std::size_t kSmall = 24;

bool by_key(const KeyValue& a, const KeyValue& b) { return a.key != b.key ? a.key < b.key : a.value < b.value; }
}  // namespace

void sort(std::uint64_t* values, std::size_t count) {
  if (count < kSmall) return std::sort(values, values + count);
  hwy::Sorter{}(values, count, hwy::SortAscending{});
}

void sort(std::uint32_t* values, std::size_t count) {
  if (count < kSmall) return std::sort(values, values + count);
  hwy::Sorter{}(values, count, hwy::SortAscending{});
}

void sort(KeyValue* pairs, std::size_t count) {
  if (count < kSmall) return std::sort(pairs, pairs + count, by_key);
  hwy::Sorter{}(reinterpret_cast<hwy::uint128_t*>(pairs), count, hwy::SortAscending{});
}

void sort_unique(std::vector<std::uint64_t>& values) {
  sort(values.data(), values.size());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace textkin::base
