#include "text/word_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/cpu.h"
#include "hash/bytes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/word_scan.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A block of masks is 64 bytes, so longer vectors would not help.
using Bytes = hn::CappedTag<std::uint8_t, 64>;

template <class V>
HWY_INLINE V lowered(V bytes) {
  const Bytes d;
  const auto upper = hn::Lt(hn::Sub(bytes, hn::Set(d, 'A')), hn::Set(d, 26));
  return hn::Add(bytes, hn::IfThenElseZero(upper, hn::Set(d, 0x20)));
}

template <class V>
HWY_INLINE auto is_high(V bytes) {
  const hn::RebindToSigned<Bytes> d;
  return hn::MaskFromVec(hn::BitCast(Bytes(), hn::VecFromMask(d, hn::Lt(hn::BitCast(d, bytes), hn::Zero(d)))));
}

template <ByteClass kClass, class V>
HWY_INLINE auto is_word(V bytes) {
  const Bytes d;
  if constexpr (kClass == ByteClass::kAlphanumeric) {
    const auto letter = hn::Lt(hn::Sub(hn::Or(bytes, hn::Set(d, 0x20)), hn::Set(d, 'a')), hn::Set(d, 26));
    const auto digit = hn::Lt(hn::Sub(bytes, hn::Set(d, '0')), hn::Set(d, 10));
    return hn::Or(letter, digit);
  } else {
    const auto space = hn::Or(hn::Eq(bytes, hn::Set(d, ' ')), hn::Lt(hn::Sub(bytes, hn::Set(d, '\t')), hn::Set(d, 5)));
    return hn::Not(hn::Or(space, is_high(bytes)));
  }
}

std::size_t ascii_prefix_kernel(const char* text, std::size_t length) {
  const Bytes d;
  constexpr std::size_t kLanes = hn::MaxLanes(Bytes());
  std::size_t i = 0;
  for (; i + kLanes <= length; i += kLanes) {
    const auto high = is_high(hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text + i)));
    if (HWY_UNLIKELY(!hn::AllFalse(d, high))) return i + static_cast<std::size_t>(hn::FindFirstTrue(d, high));
  }
  while (i < length && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i;
}

std::size_t copy_ascii_kernel(const char* text, std::size_t length, bool lower, char* copy) {
  const Bytes d;
  constexpr std::size_t kLanes = hn::MaxLanes(Bytes());
  std::size_t i = 0;
  for (; i + kLanes <= length; i += kLanes) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text + i));
    hn::StoreU(lower ? lowered(bytes) : bytes, d, reinterpret_cast<std::uint8_t*>(copy + i));
    const auto high = is_high(bytes);
    if (HWY_UNLIKELY(!hn::AllFalse(d, high))) return i + static_cast<std::size_t>(hn::FindFirstTrue(d, high));
  }
  for (; i < length && static_cast<unsigned char>(text[i]) < 0x80; ++i) {
    const char c = text[i];
    copy[i] = lower && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
  }
  return i;
}

template <ByteClass kClass, bool kLower>
HWY_INLINE BlockMask classify_block(const char* text, char* copy) {
  const Bytes d;
  constexpr std::size_t kLanes = hn::MaxLanes(Bytes());
  BlockMask mask;
  for (std::size_t i = 0; i < 64; i += kLanes) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text + i));
    hn::StoreU(kLower ? lowered(bytes) : bytes, d, reinterpret_cast<std::uint8_t*>(copy + i));
    hn::StoreMaskBits(d, is_word<kClass>(bytes), reinterpret_cast<std::uint8_t*>(&mask.word) + i / 8);
    hn::StoreMaskBits(d, is_high(bytes), reinterpret_cast<std::uint8_t*>(&mask.high) + i / 8);
  }
  return mask;
}

template <ByteClass kClass, bool kLower>
HWY_INLINE bool classify_all(const char* text, std::size_t length, char* copy, BlockMask* masks) {
  const std::size_t whole = length / 64;
  std::uint64_t high = 0;
  for (std::size_t b = 0; b < whole; ++b) {
    masks[b] = classify_block<kClass, kLower>(text + 64 * b, copy + 64 * b);
    high |= masks[b].high;
  }
  alignas(64) char rest[64] = {};
  const std::size_t count = length - 64 * whole;
  if (count > 0) std::memcpy(rest, text + 64 * whole, count);
  masks[whole] = classify_block<kClass, kLower>(rest, copy + 64 * whole);
  masks[whole].word &= (std::uint64_t{1} << count) - 1;
  std::memset(copy + 64 * whole + 64, 0, 64);
  return (high | masks[whole].high) != 0;
}

bool classify_kernel(const char* text, std::size_t length, ByteClass byte_class, bool lower, char* copy,
                     BlockMask* masks) {
  if (byte_class == ByteClass::kAlphanumeric)
    return lower ? classify_all<ByteClass::kAlphanumeric, true>(text, length, copy, masks)
                 : classify_all<ByteClass::kAlphanumeric, false>(text, length, copy, masks);
  return lower ? classify_all<ByteClass::kVisible, true>(text, length, copy, masks)
               : classify_all<ByteClass::kVisible, false>(text, length, copy, masks);
}

// Writes the places of the set bits, and possibly some words behind them.
HWY_INLINE std::uint32_t* write_places(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
#if HWY_TARGET == HWY_AVX3
  // Branch-free: the number of words in 64 bytes cannot be predicted. Each part finds its place by itself, so that
  // they run side by side.
  const hn::CappedTag<std::uint32_t, 16> d;
  const auto first = hn::Iota(d, base);
  for (std::uint32_t i = 0; i < 64; i += 16) {
    const auto part = static_cast<std::uint16_t>(bits >> i);
    const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&part));
    hn::StoreU(hn::Compress(hn::Add(first, hn::Set(d, i)), mask), d,
               out + std::popcount(bits & ((std::uint64_t{1} << i) - 1)));
  }
  return out + std::popcount(bits);
#else
  const int count = std::popcount(bits);
  for (int i = 0; i < count; ++i, bits &= bits - 1) out[i] = base + static_cast<std::uint32_t>(std::countr_zero(bits));
  return out + count;
#endif
}

std::size_t spans_kernel(const BlockMask* masks, const std::uint64_t* cuts, std::size_t blocks, std::uint32_t* starts,
                         std::uint32_t* ends) {
  const std::uint32_t* const first = starts;
  std::uint64_t carry = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::uint64_t word = masks[b].word;
    const std::uint64_t before = word << 1 | carry;
    const std::uint64_t cut = cuts == nullptr ? 0 : cuts[b];
    carry = word >> 63;
    const auto base = static_cast<std::uint32_t>(64 * b);
    starts = write_places(word & (~before | cut), base, starts);
    ends = write_places(before & (~word | cut), base, ends);
  }
  return static_cast<std::size_t>(starts - first);
}

// Compiled for each target for its bit and multiply instructions alone.
void hash_spans_kernel(const char* copy, const std::uint32_t* starts, const std::uint32_t* ends, std::size_t count,
                       std::uint64_t* hashes) {
  for (std::size_t i = 0; i < count; ++i)
    hashes[i] = hash::hash_bytes_padded(copy + starts[i], std::size_t{ends[i]} - starts[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace textkin::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::text {
namespace {

HWY_EXPORT(ascii_prefix_kernel);
HWY_EXPORT(copy_ascii_kernel);
HWY_EXPORT(classify_kernel);
HWY_EXPORT(spans_kernel);
HWY_EXPORT(hash_spans_kernel);

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
char lower_byte(char c, bool lower) { return lower && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

bool is_word_byte(char c, ByteClass byte_class) {
  if (!is_ascii(c)) return false;
  if (byte_class == ByteClass::kVisible) return c != ' ' && !(c >= '\t' && c <= '\r');
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::size_t ascii_prefix(const char* text, std::size_t length) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(ascii_prefix_kernel)(text, length);
  return static_cast<std::size_t>(std::find_if_not(text, text + length, is_ascii) - text);
}

std::size_t copy_ascii(const char* text, std::size_t length, bool lower, char* copy) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(copy_ascii_kernel)(text, length, lower, copy);
  std::size_t i = 0;
  for (; i < length && is_ascii(text[i]); ++i) copy[i] = lower_byte(text[i], lower);
  return i;
}

bool classify(const char* text, std::size_t length, ByteClass byte_class, bool lower, char* copy, BlockMask* masks) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(classify_kernel)(text, length, byte_class, lower, copy, masks);
  std::fill_n(masks, mask_blocks(length), BlockMask{0, 0});
  bool any_high = false;
  for (std::size_t i = 0; i < length; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    copy[i] = lower_byte(text[i], lower);
    if (is_word_byte(text[i], byte_class)) masks[i / 64].word |= bit;
    if (!is_ascii(text[i])) masks[i / 64].high |= bit;
    any_high |= !is_ascii(text[i]);
  }
  std::memset(copy + length, 0, 64 * mask_blocks(length) + 64 - length);
  return any_high;
}

std::size_t spans(const BlockMask* masks, const std::uint64_t* cuts, std::size_t blocks, std::uint32_t* starts,
                  std::uint32_t* ends) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(spans_kernel)(masks, cuts, blocks, starts, ends);
  std::size_t opened = 0;
  std::size_t closed = 0;
  bool inside = false;
  for (std::size_t i = 0; i < 64 * blocks; ++i) {
    const bool word = (masks[i / 64].word >> (i % 64) & 1) != 0;
    const bool cut = cuts != nullptr && (cuts[i / 64] >> (i % 64) & 1) != 0;
    if (inside && (!word || cut)) ends[closed++] = static_cast<std::uint32_t>(i);
    if (word && (!inside || cut)) starts[opened++] = static_cast<std::uint32_t>(i);
    inside = word;
  }
  return opened;
}

void hash_spans(const char* copy, const std::uint32_t* starts, const std::uint32_t* ends, std::size_t count,
                std::uint64_t* hashes) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(hash_spans_kernel)(copy, starts, ends, count, hashes);
  for (std::size_t i = 0; i < count; ++i)
    hashes[i] = hash::hash_bytes(copy + starts[i], std::size_t{ends[i]} - starts[i]);
}

}  // namespace textkin::text
#endif  // HWY_ONCE
