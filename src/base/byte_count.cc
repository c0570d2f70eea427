#include "base/byte_count.h"

#include <algorithm>
#include <cstddef>

#include "base/cpu.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/byte_count.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::base {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<std::int8_t>;
using Vector = hn::Vec<Tag>;

// Each lane counts in 8 bits, so its sum is widened before it can pass 255.
template <class Matches>
std::uint64_t count(const std::int8_t* HWY_RESTRICT bytes, std::size_t size, const Matches& matches) {
  const Tag d;
  const hn::Repartition<std::uint8_t, Tag> du8;
  const hn::Repartition<std::uint64_t, Tag> du64;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t kUnroll = 4;
  auto total = hn::Zero(du64);
  std::size_t i = 0;
  while (size - i >= kUnroll * lanes) {
    const std::size_t rounds = std::min<std::size_t>(255, (size - i) / (kUnroll * lanes));
    Vector count0 = hn::Zero(d), count1 = count0, count2 = count0, count3 = count0;
    for (std::size_t round = 0; round < rounds; ++round, i += kUnroll * lanes) {
      count0 = hn::Sub(count0, hn::VecFromMask(d, matches(hn::LoadU(d, bytes + i))));
      count1 = hn::Sub(count1, hn::VecFromMask(d, matches(hn::LoadU(d, bytes + i + lanes))));
      count2 = hn::Sub(count2, hn::VecFromMask(d, matches(hn::LoadU(d, bytes + i + 2 * lanes))));
      count3 = hn::Sub(count3, hn::VecFromMask(d, matches(hn::LoadU(d, bytes + i + 3 * lanes))));
    }
    total =
        hn::Add(total, hn::Add(hn::Add(hn::SumsOf8(hn::BitCast(du8, count0)), hn::SumsOf8(hn::BitCast(du8, count1))),
                               hn::Add(hn::SumsOf8(hn::BitCast(du8, count2)), hn::SumsOf8(hn::BitCast(du8, count3)))));
  }
  std::uint64_t sum = hn::GetLane(hn::SumOfLanes(du64, total));
  for (; size - i >= lanes; i += lanes) sum += hn::CountTrue(d, matches(hn::LoadU(d, bytes + i)));
  if (i < size) {
    const auto rest = hn::FirstN(d, size - i);
    HWY_ALIGN std::int8_t last[HWY_MAX_BYTES] = {};
    std::copy(bytes + i, bytes + size, last);
    sum += hn::CountTrue(d, hn::And(rest, matches(hn::Load(d, last))));
  }
  return sum;
}

std::uint64_t count_byte(const std::int8_t* bytes, std::size_t size, std::int8_t byte) {
  const Vector wanted = hn::Set(Tag(), byte);
  return count(bytes, size, [&](Vector v) HWY_ATTR { return hn::Eq(v, wanted); });
}

// As signed bytes, 10xxxxxx are -128 .. -65.
std::uint64_t count_code_points(const std::int8_t* bytes, std::size_t size) {
  const Vector last_continuation = hn::Set(Tag(), -65);
  return count(bytes, size, [&](Vector v) HWY_ATTR { return hn::Gt(v, last_continuation); });
}

}  // namespace HWY_NAMESPACE
}  // namespace textkin::base
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::base {

HWY_EXPORT(count_byte);
HWY_EXPORT(count_code_points);

std::uint64_t count_byte(std::string_view bytes, char byte) {
  if (!simd_enabled()) return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), byte));
  return HWY_DYNAMIC_DISPATCH(count_byte)(reinterpret_cast<const std::int8_t*>(bytes.data()), bytes.size(),
                                          static_cast<std::int8_t>(byte));
}

std::uint64_t count_code_points(std::string_view text) {
  if (!simd_enabled())
    return static_cast<std::uint64_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) > -65; }));
  return HWY_DYNAMIC_DISPATCH(count_code_points)(reinterpret_cast<const std::int8_t*>(text.data()), text.size());
}

}  // namespace textkin::base
#endif
