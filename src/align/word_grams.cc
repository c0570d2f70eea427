#include "align/word_grams.h"

#include <bit>
#include <memory>

#include "hash/hash_sort.h"

namespace textkin::align {
namespace {

// More take longer than their room is worth.
constexpr std::size_t kMostPacked = std::size_t{1} << 16;

}  // namespace

// A word of 64 bits sorts faster than a pair: the first bits of the hash, and the place in those that are left. Hashes
// that differ in their last bits alone then stand by their places; there are hardly any.
void sort_grams(std::span<GramPlace> places) {
  const std::size_t count = places.size();
  if (count < 2) return;
  if (count > kMostPacked) {
    std::ranges::sort(places);
    return;
  }
  const auto bits = static_cast<int>(std::bit_width(count - 1));
  const auto room = std::make_unique_for_overwrite<std::uint64_t[]>(2 * count);
  const std::span<std::uint64_t> keys(room.get(), count);
  const std::span<std::uint64_t> hashes(room.get() + count, count);
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = places[i].first;
    keys[i] = hashes[i] >> bits << bits | i;
  }
  hash::sort_hashes(keys.data(), count);
  bool is_sorted = true;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t place = keys[i] & ((std::uint64_t{1} << bits) - 1);
    places[i] = {hashes[place], static_cast<std::uint32_t>(place)};
    is_sorted &= last <= hashes[place];
    last = hashes[place];
  }
  if (!is_sorted) std::ranges::sort(places);
}

}  // namespace textkin::align
