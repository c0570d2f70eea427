#include "hash/hash_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "base/sort.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hash/hash_sort.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::hash::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Fewer are sorted by base::sort without the vector sort; for more the vector sort is as fast.
constexpr std::size_t kLeast = 24;
constexpr std::size_t kMost = 1024;
// Hashes with the same first bits; by chance there are hardly ever more.
constexpr unsigned kMostAlike = 16;

// Both take hashes in the order of their first bits, and put those in order that have the same: at most `most`.
#if HWY_MAX_BYTES == 64  // other vectors have no least and greatest of 64 bits
constexpr int kFewerBits = 1;
constexpr std::size_t kPadding = hn::MaxLanes(hn::ScalableTag<std::uint64_t>()) + 1;

// Neighbours change places by turns, each with the one behind and then with the one before, as many times as there are
// hashes with the same bits (odd-even transposition: Knuth, volume 3, 5.3.4); without a branch that chance decides.
// Behind the hashes is room for kPadding.
HWY_INLINE void finish(std::uint64_t* sorted, std::uint64_t* hashes, std::size_t count, unsigned most) {
  const hn::ScalableTag<std::uint64_t> d;
  std::fill_n(sorted + count, kPadding, ~std::uint64_t{0});
  for (unsigned turn = 0; turn < most; ++turn) {
    std::uint64_t* const from = sorted + turn % 2;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      const auto mine = hn::LoadU(d, from + i);
      const auto other = hn::Reverse2(d, mine);
      hn::StoreU(hn::OddEven(hn::Max(mine, other), hn::Min(mine, other)), d, from + i);
    }
  }
  std::copy_n(sorted, count, hashes);
}
#else
constexpr int kFewerBits = 0;
constexpr std::size_t kPadding = 0;

HWY_INLINE void finish(const std::uint64_t* sorted, std::uint64_t* hashes, std::size_t count, unsigned /*most*/) {
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t to = i;
    for (; to > 0 && hashes[to - 1] > sorted[i]; --to) hashes[to] = hashes[to - 1];
    hashes[to] = sorted[i];
  }
}
#endif

// By their first bits behind `zeros`, of which there are as many values as hashes, or half as many. False, and nothing
// is changed, where too many have the same first bits; values that were chosen so cost one look.
bool sort_spread(std::uint64_t* hashes, std::size_t count, unsigned zeros) {
  if (count < kLeast || count > kMost) return false;
  std::array<std::uint16_t, kMost> at;
  const int bits = static_cast<int>(std::bit_width(count - 1)) - kFewerBits;
  const int shift = 64 - bits;
  const std::span<std::uint16_t> places = std::span(at).first(std::size_t{1} << bits);
  std::ranges::fill(places, std::uint16_t{0});
  const auto first_bits = [=](std::uint64_t hash) { return hash << zeros >> shift; };
  for (std::size_t i = 0; i < count; ++i) ++places[first_bits(hashes[i])];
  unsigned most = 0;
  std::uint16_t next = 0;
  for (std::uint16_t& place : places) {
    most = std::max<unsigned>(most, place);
    next = static_cast<std::uint16_t>(next + std::exchange(place, next));
  }
  if (most > kMostAlike) return false;
  std::array<std::uint64_t, kMost + kPadding> sorted;
  for (std::size_t i = 0; i < count; ++i) sorted[places[first_bits(hashes[i])]++] = hashes[i];
  finish(sorted.data(), hashes, count, most);
  return true;
}

}  // namespace textkin::hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::hash {
namespace {
HWY_EXPORT(sort_spread);
}  // namespace

void sort_hashes(std::uint64_t* hashes, std::size_t count, unsigned zeros) {
  if (!HWY_DYNAMIC_DISPATCH(sort_spread)(hashes, count, zeros)) base::sort(hashes, count);
}

}  // namespace textkin::hash
#endif  // HWY_ONCE
