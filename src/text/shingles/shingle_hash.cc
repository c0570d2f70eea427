#include "text/shingles/shingle_hash.h"

#include <algorithm>
#include <bit>

#include "base/cpu.h"
#include "hash/mix.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/shingles/shingle_hash.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::ScalableTag<std::uint64_t>;

template <class V>
HWY_INLINE V joined(V left, V right) {
  const Words d;
  const V in = hn::Xor3(left, hn::ShiftRight<32>(left), hn::RotateRight<64 - kTurnedIn>(right));
  return hn::Add(hn::Mul(in, hn::Set(d, kPairFactor)), hn::Add(left, hn::RotateRight<64 - kTurnedBehind>(right)));
}

template <class V>
HWY_INLINE V mixed(V x) {
  const Words d;
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<30>(x)), hn::Set(d, 0xBF58476D1CE4E5B9ull));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<27>(x)), hn::Set(d, 0x94D049BB133111EBull));
  return hn::Xor(x, hn::ShiftRight<31>(x));
}

// In place: a vector at i is written after it was read, and later ones are read at greater places only.
void join_kernel(std::uint64_t* words, std::size_t count, std::size_t distance) {
  const Words d;
  constexpr std::size_t kLanes = hn::MaxLanes(Words());
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    hn::StoreU(joined(hn::LoadU(d, words + i), hn::LoadU(d, words + i + distance)), d, words + i);
  for (; i < count; ++i) words[i] = join_of(words[i], words[i + distance]);
}

// The last join and what is made of it, in one walk.
void join_mix_kernel(std::uint64_t* words, std::size_t count, std::size_t distance) {
  const Words d;
  constexpr std::size_t kLanes = hn::MaxLanes(Words());
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    hn::StoreU(mixed(joined(hn::LoadU(d, words + i), hn::LoadU(d, words + i + distance))), d, words + i);
  for (; i < count; ++i) words[i] = hash::mix64(join_of(words[i], words[i + distance]));
}

void mix_kernel(std::uint64_t* words, std::size_t count) {
  const Words d;
  constexpr std::size_t kLanes = hn::MaxLanes(Words());
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) hn::StoreU(mixed(hn::LoadU(d, words + i)), d, words + i);
  for (; i < count; ++i) words[i] = hash::mix64(words[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace textkin::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::text {
namespace {

HWY_EXPORT(join_kernel);
HWY_EXPORT(join_mix_kernel);
HWY_EXPORT(mix_kernel);

void join(std::uint64_t* words, std::size_t count, std::size_t distance) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(join_kernel)(words, count, distance);
  for (std::size_t i = 0; i < count; ++i) words[i] = join_of(words[i], words[i + distance]);
}

void join_mix(std::uint64_t* words, std::size_t count, std::size_t distance) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(join_mix_kernel)(words, count, distance);
  for (std::size_t i = 0; i < count; ++i) words[i] = hash::mix64(join_of(words[i], words[i + distance]));
}

void mix(std::uint64_t* words, std::size_t count) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(mix_kernel)(words, count);
  for (std::size_t i = 0; i < count; ++i) words[i] = hash::mix64(words[i]);
}

}  // namespace

std::size_t shingle(std::uint64_t* units, std::size_t count, std::uint32_t size) {
  if (count == 0) return 0;
  const std::size_t run = std::min<std::size_t>(size, count);
  const std::size_t features = count - run + 1;
  std::size_t covered = 1;  // units of a run so far
  for (; 2 * covered < run; covered *= 2) join(units, count - 2 * covered + 1, covered);
  if (run == size && covered < run) {
    join_mix(units, features, run - covered);
    return features;
  }
  if (covered < run) join(units, features, run - covered);
  if (count < size) units[0] += hash::stream_word(kShortSeed, count);
  mix(units, features);
  return features;
}

}  // namespace textkin::text
#endif  // HWY_ONCE
