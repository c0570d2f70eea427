#include "base/sort.h"

#include <algorithm>

#include "hwy/contrib/sort/vqsort.h"

namespace textkin::base {

static_assert(sizeof(KeyValue) == sizeof(hwy::uint128_t));

namespace {
// Below this, the set-up of the vector sort costs more than an insertion sort.
constexpr std::size_t kSmall = 24;

bool by_key(const KeyValue& a, const KeyValue& b) { return a.key != b.key ? a.key < b.key : a.value < b.value; }

unsigned __int128 as_number(const KeyValue& pair) {
  return static_cast<unsigned __int128>(pair.key) << 64 | pair.value;
}

// Which of the two comes next cannot be foretold, so nothing branches on it.
KeyValue* merge_two(const KeyValue* a, const KeyValue* a_end, const KeyValue* b, const KeyValue* b_end, KeyValue* out) {
  while (a != a_end && b != b_end) {
    const bool second = as_number(*b) < as_number(*a);
    *out++ = second ? *b : *a;
    a += !second;
    b += second;
  }
  return std::copy(b, b_end, std::copy(a, a_end, out));
}
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

void merge_runs(std::vector<KeyValue>& pairs, std::vector<std::size_t> ends, std::vector<KeyValue>& scratch) {
  while (ends.size() > 1) {
    scratch.resize(pairs.size());
    KeyValue* out = scratch.data();
    std::size_t made = 0;
    for (std::size_t i = 0, begin = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i];
      const std::size_t end = i + 1 < ends.size() ? ends[i + 1] : middle;
      out = merge_two(pairs.data() + begin, pairs.data() + middle, pairs.data() + middle, pairs.data() + end, out);
      ends[made++] = begin = end;
    }
    ends.resize(made);
    pairs.swap(scratch);
  }
}

void sort_unique(std::vector<std::uint64_t>& values) {
  sort(values.data(), values.size());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace textkin::base
