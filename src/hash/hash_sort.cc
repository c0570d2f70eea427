#include "hash/hash_sort.h"

#include <array>
#include <utility>

#include "base/sort.h"

namespace textkin::hash {
namespace {

// Fewer are sorted by base::sort without the vector sort; for more the vector sort is as fast.
constexpr std::size_t kLeast = 24;
constexpr std::size_t kMost = 95;
constexpr unsigned kBits = 7;
// Hashes with the same first bits; by chance there are hardly ever more.
constexpr std::uint8_t kMostAlike = 12;

// By their first bits, then by insertion. False, and nothing is changed, where too many have the same first bits;
// values that were chosen so cost one look.
bool sort_spread(std::uint64_t* hashes, std::size_t count) {
  std::array<std::uint8_t, std::size_t{1} << kBits> at = {};
  const unsigned shift = count < 64 ? 64 - (kBits - 1) : 64 - kBits;
  for (std::size_t i = 0; i < count; ++i)
    if (++at[hashes[i] >> shift] > kMostAlike) return false;
  std::uint8_t next = 0;
  for (std::uint8_t& place : at) next = static_cast<std::uint8_t>(next + std::exchange(place, next));
  std::array<std::uint64_t, kMost> out;
  for (std::size_t i = 0; i < count; ++i) out[at[hashes[i] >> shift]++] = hashes[i];
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
