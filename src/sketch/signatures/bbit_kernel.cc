#include "sketch/signatures/bbit_kernel.h"

#include <bit>

#include "base/cpu.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sketch/signatures/bbit_kernel.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::sketch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Words `at` to `at` + lanes of every plane: a bit is set where a plane differs.
template <class Load>
HWY_INLINE auto differing(const std::uint64_t* a, const std::uint64_t* b, std::size_t words, std::uint32_t bits,
                          Load load) {
  auto any = hn::Xor(load(a), load(b));
  for (std::uint32_t plane = 1; plane < bits; ++plane)
    any = hn::Or(any, hn::Xor(load(a + plane * words), load(b + plane * words)));
  return any;
}

std::uint64_t differing_cells(const std::uint64_t* HWY_RESTRICT a, const std::uint64_t* HWY_RESTRICT b,
                              std::size_t words, std::uint32_t bits) {
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  auto count = hn::Zero(d);
  std::size_t at = 0;
  for (; at + kLanes <= words; at += kLanes) {
    const auto load = [&](const std::uint64_t* from) { return hn::LoadU(d, from); };
    count = hn::Add(count, hn::PopulationCount(differing(a + at, b + at, words, bits, load)));
  }
  if (at < words) {
    const auto rest = hn::FirstN(d, words - at);
    // Where vectors have two words one is left, and a masked load may read the other.
    const auto load = [&](const std::uint64_t* from) {
#if HWY_MAX_BYTES >= 32
      return hn::MaskedLoad(rest, d, from);
#else
      return hn::IfThenElseZero(rest, hn::Set(d, *from));
#endif
    };
    count = hn::Add(count, hn::PopulationCount(differing(a + at, b + at, words, bits, load)));
  }
  return hn::GetLane(hn::SumOfLanes(d, count));
}

}  // namespace textkin::sketch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::sketch {
namespace {

HWY_EXPORT(differing_cells);

}  // namespace

std::uint32_t agreeing_cells_scalar(BitRow a, BitRow b, std::uint32_t bits, std::uint32_t cells) {
  const std::size_t words = a.size() / bits;
  std::uint32_t differing = 0;
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t any = 0;
    for (std::uint32_t plane = 0; plane < bits; ++plane) any |= a[plane * words + word] ^ b[plane * words + word];
    differing += static_cast<std::uint32_t>(std::popcount(any));
  }
  return cells - differing;
}

std::uint32_t agreeing_cells(BitRow a, BitRow b, std::uint32_t bits, std::uint32_t cells) {
  // For so few words the way to the kernel takes longer than the words.
  constexpr std::size_t kFew = 8;
  if (a.size() <= kFew || !base::simd_enabled()) return agreeing_cells_scalar(a, b, bits, cells);
  const std::uint64_t differing = HWY_DYNAMIC_DISPATCH(differing_cells)(a.data(), b.data(), a.size() / bits, bits);
  return cells - static_cast<std::uint32_t>(differing);
}

}  // namespace textkin::sketch
#endif  // HWY_ONCE
