#include "hash/hash_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "base/sort.h"

namespace textkin::hash {
namespace {

// Fewer are sorted by base::sort without the vector sort; for more the vector sort is as fast.
constexpr std::size_t kLeast = 24;
constexpr std::size_t kMost = 1024;
// Hashes with the same first bits; by chance there are hardly ever more.
constexpr unsigned kMostAlike = 16;

// By their first bits, then by insertion; one or two hashes for each value of these bits. False, and nothing is
// changed, where too many have the same first bits; values that were chosen so cost one look.
bool sort_spread(std::uint64_t* hashes, std::size_t count) {
  std::array<std::uint16_t, kMost> at;
  const int bits = static_cast<int>(std::bit_width(count - 1));
  const int shift = 64 - bits;
  const std::span<std::uint16_t> places = std::span(at).first(std::size_t{1} << bits);
  std::ranges::fill(places, std::uint16_t{0});
  for (std::size_t i = 0; i < count; ++i) ++places[hashes[i] >> shift];
  unsigned most = 0;
  std::uint16_t next = 0;
  for (std::uint16_t& place : places) {
    most = std::max<unsigned>(most, place);
    next = static_cast<std::uint16_t>(next + std::exchange(place, next));
  }
  if (most > kMostAlike) return false;
  std::array<std::uint64_t, kMost> out;
  for (std::size_t i = 0; i < count; ++i) out[places[hashes[i] >> shift]++] = hashes[i];
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t to = i;
    for (; to > 0 && hashes[to - 1] > out[i]; --to) hashes[to] = hashes[to - 1];
    hashes[to] = out[i];
  }
  return true;
}

}  // namespace

void sort_hashes(std::uint64_t* hashes, std::size_t count) {
  if (count >= kLeast && count <= kMost && sort_spread(hashes, count)) return;
  base::sort(hashes, count);
}

}  // namespace textkin::hash
