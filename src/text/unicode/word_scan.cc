#include "text/unicode/word_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/cpu.h"
#include "base/lanes_of_mask.h"
#include "hash/bytes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/unicode/word_scan.cc"
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

// Writes origin + (i >> kShift) for each set bit i, and possibly some words behind them.
template <int kShift>
HWY_INLINE std::uint32_t* write_places(std::uint64_t bits, std::uint32_t origin, std::uint32_t* out) {
#if HWY_TARGET <= HWY_AVX3
  // Branch-free: the number of words in 64 bytes cannot be predicted. Each part finds its place by itself, so that
  // they run side by side.
  const hn::CappedTag<std::uint32_t, 16> d;
  const auto first = hn::Add(hn::ShiftRight<kShift>(hn::Iota(d, 0)), hn::Set(d, origin));
  for (std::uint32_t i = 0; i < 64; i += 16) {
    const auto part = static_cast<std::uint16_t>(bits >> i);
    const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&part));
    hn::StoreU(hn::Compress(hn::Add(first, hn::Set(d, i >> kShift)), mask), d,
               out + std::popcount(bits & ((std::uint64_t{1} << i) - 1)));
  }
  return out + std::popcount(bits);
#else
  // The number of words in 64 bytes cannot be predicted, so none is asked for: what eight bits give is looked up.
  const hn::CappedTag<std::uint32_t, 8> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  for (std::uint32_t i = 0; i < 64; i += 8) {
    const auto part = static_cast<std::uint8_t>(bits >> i);
    const auto first = hn::Set(d, origin + (i >> kShift));
    for (std::size_t lane = 0; lane < 8; lane += kLanes) {
      const auto places = hn::PromoteTo(d, hn::LoadU(d8, base::kLanesOfMask.places[part] + lane));
      hn::StoreU(hn::Add(hn::ShiftRight<kShift>(places), first), d, out + lane);
    }
    out += std::popcount(part);
  }
  return out;
#endif
}

// Ends and starts of one block in order; where one place is both, the end comes first.
HWY_INLINE std::uint32_t* write_edges(std::uint64_t starts, std::uint64_t ends, std::uint32_t base,
                                      std::uint32_t* out) {
  if ((starts & ends) == 0) return write_places<0>(starts | ends, base, out);
#if HWY_TARGET <= HWY_AVX3
  for (std::uint32_t half = 0; half < 64; half += 32) {
    const std::uint64_t even = _pdep_u64(ends >> half, 0x5555555555555555ull);
    const std::uint64_t odd = _pdep_u64(starts >> half, 0xAAAAAAAAAAAAAAAAull);
    out = write_places<1>(even | odd, base + half, out);
  }
#else
  for (std::uint64_t bits = starts | ends; bits != 0; bits &= bits - 1) {
    const int at = std::countr_zero(bits);
    *out = base + static_cast<std::uint32_t>(at);
    out += ends >> at & 1;
    *out = base + static_cast<std::uint32_t>(at);
    out += starts >> at & 1;
  }
#endif
  return out;
}

std::size_t spans_kernel(const BlockMask* masks, const std::uint64_t* cuts, std::size_t blocks, std::uint32_t* edges) {
  const std::uint32_t* const first = edges;
  std::uint64_t carry = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::uint64_t word = masks[b].word;
    const std::uint64_t before = word << 1 | carry;
    carry = word >> 63;
    const auto base = static_cast<std::uint32_t>(64 * b);
    if (cuts == nullptr) {
      edges = write_places<0>(word ^ before, base, edges);
    } else {
      edges = write_edges(word & (~before | cuts[b]), before & (~word | cuts[b]), base, edges);
    }
  }
  return static_cast<std::size_t>(edges - first) / 2;
}

#if HWY_TARGET <= HWY_AVX2
using Words = hn::ScalableTag<std::uint64_t>;
using WordsV = hn::Vec<Words>;
constexpr std::size_t kWords = hn::MaxLanes(Words());

// 16 bytes from the first, third, ... span at `edges`.
HWY_INLINE WordsV load_every_second(const char* copy, const std::uint32_t* edges) {
  const auto at = [&](int i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(copy + edges[4 * i])); };
#if HWY_TARGET <= HWY_AVX3
  return WordsV{_mm512_inserti32x4(
      _mm512_inserti32x4(_mm512_inserti32x4(_mm512_castsi128_si512(at(0)), at(1), 1), at(2), 2), at(3), 3)};
#else
  return WordsV{_mm256_inserti128_si256(_mm256_castsi128_si256(at(0)), at(1), 1)};
#endif
}

// Ones but for the highest `bits` of a lane: none where those are 64 or more.
HWY_INLINE WordsV ones_below(WordsV bits) {
  const WordsV ones = hn::Set(Words(), ~std::uint64_t{0});
#if HWY_TARGET <= HWY_AVX3
  return WordsV{_mm512_srlv_epi64(ones.raw, bits.raw)};
#else
  return WordsV{_mm256_srlv_epi64(ones.raw, bits.raw)};
#endif
}

// The products of the lower halves of each lane.
HWY_INLINE WordsV times(WordsV a, WordsV b) {
  const hn::Repartition<std::uint32_t, Words> d32;
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
}

HWY_INLINE WordsV swapped_halves(WordsV v) {
  const hn::Repartition<std::uint32_t, Words> d32;
  return hn::BitCast(Words(), hn::Shuffle2301(hn::BitCast(d32, v)));
}

// The 128-bit products of the lanes of `a` and `b`.
struct Products {
  WordsV low;
  WordsV high;
};

HWY_INLINE Products multiply(WordsV a, WordsV b) {
  const Words d;
  const WordsV low32 = hn::Set(d, 0xFFFFFFFFull);
  const WordsV high_a = hn::ShiftRight<32>(a);
  const WordsV high_b = hn::ShiftRight<32>(b);
  const WordsV low_low = times(a, b);
  const WordsV middle = hn::Add(times(high_a, b), hn::ShiftRight<32>(low_low));
  const WordsV other = hn::Add(times(a, high_b), hn::And(middle, low32));
  return {hn::Or(hn::ShiftLeft<32>(other), hn::And(low_low, low32)),
          hn::Add(hn::Add(times(high_a, high_b), hn::ShiftRight<32>(middle)), hn::ShiftRight<32>(other))};
}

// bytes.v2 of the spans at `edges`, one a lane, right for those of at most 16 bytes; returns which are longer.
HWY_INLINE unsigned hash_lanes(const hash::Key& key, const char* copy, const std::uint32_t* edges,
                               std::uint64_t* hashes) {
  using namespace hash::bytes_v2;
  const Words d;
  const hn::Repartition<std::uint16_t, Words> d16;
  const hn::RebindToSigned<Words> signed_d;
  const WordsV even = load_every_second(copy, edges);
  const WordsV odd = load_every_second(copy, edges + 2);
  const WordsV both = hn::LoadU(d, reinterpret_cast<const std::uint64_t*>(edges));
  const WordsV length = hn::Sub(hn::ShiftRight<32>(both), hn::And(both, hn::Set(d, 0xFFFFFFFFull)));
  // The bytes behind the span are cut off.
  const WordsV bits = hn::ShiftLeft<3>(length);
  const auto short_of_64 = hn::SaturatedSub(hn::BitCast(d16, hn::Set(d, 64)), hn::BitCast(d16, bits));
  const WordsV keep_x = ones_below(hn::BitCast(d, short_of_64));
  const WordsV keep_y = ones_below(hn::Sub(hn::Set(d, 128), bits));
  const WordsV by_length =
      hn::Add(times(length, hn::Set(d, kLength)), hn::ShiftLeft<32>(times(length, hn::Set(d, kLength >> 32))));
  const WordsV last = hn::Add(hn::Set(d, key.words[1]), by_length);
  const WordsV a = hn::Xor(hn::And(hn::InterleaveLower(d, even, odd), keep_x), hn::Set(d, key.words[0]));
  const WordsV b = hn::Xor(hn::And(hn::InterleaveUpper(d, even, odd), keep_y), last);
  const Products first = multiply(a, b);
  const WordsV next_a = hn::Xor(hn::Add(first.low, hn::Add(a, hn::ShiftLeft<32>(a))), hn::Set(d, key.words[2]));
  const WordsV next_b = hn::Xor(hn::Add(first.high, b), hn::Set(d, key.words[3]));
  const WordsV both_next = hn::Xor(next_a, swapped_halves(next_b));
  const WordsV mixed = hn::Mul(hn::Xor(both_next, hn::ShiftRight<32>(both_next)), hn::Set(d, kLast));
  hn::StoreU(hn::Add(mixed, next_b), d, hashes);
  const auto longer = hn::Gt(hn::BitCast(signed_d, length), hn::Set(signed_d, 16));
  std::uint8_t lanes[8];
  hn::StoreMaskBits(signed_d, longer, lanes);
  return lanes[0];
}
#endif

// With vectors of 16 bytes compiled for the target's bit and multiply instructions alone.
void hash_spans_kernel(const hash::Key& key, const char* copy, const std::uint32_t* edges, std::size_t count,
                       std::uint64_t* hashes) {
  std::size_t i = 0;
#if HWY_TARGET <= HWY_AVX2
  for (; i + kWords <= count; i += kWords) {
    for (unsigned longer = hash_lanes(key, copy, edges + 2 * i, hashes + i); longer != 0; longer &= longer - 1) {
      const std::size_t at = i + static_cast<std::size_t>(std::countr_zero(longer));
      hashes[at] = hash::bytes_v2::hash_long(key, copy + edges[2 * at], std::size_t{edges[2 * at + 1]} - edges[2 * at]);
    }
  }
#endif
  for (; i < count; ++i)
    hashes[i] = hash::hash_bytes_padded(key, copy + edges[2 * i], std::size_t{edges[2 * i + 1]} - edges[2 * i]);
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

std::size_t spans(const BlockMask* masks, const std::uint64_t* cuts, std::size_t blocks, std::uint32_t* edges) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(spans_kernel)(masks, cuts, blocks, edges);
  const std::uint32_t* const first = edges;
  bool inside = false;
  for (std::size_t i = 0; i < 64 * blocks; ++i) {
    const bool word = (masks[i / 64].word >> (i % 64) & 1) != 0;
    const bool cut = cuts != nullptr && (cuts[i / 64] >> (i % 64) & 1) != 0;
    if (inside && (!word || cut)) *edges++ = static_cast<std::uint32_t>(i);
    if (word && (!inside || cut)) *edges++ = static_cast<std::uint32_t>(i);
    inside = word;
  }
  return static_cast<std::size_t>(edges - first) / 2;
}

void hash_spans(const hash::Key& key, const char* copy, const std::uint32_t* edges, std::size_t count,
                std::uint64_t* hashes) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(hash_spans_kernel)(key, copy, edges, count, hashes);
  for (std::size_t i = 0; i < count; ++i)
    hashes[i] = hash::hash_bytes(key, copy + edges[2 * i], std::size_t{edges[2 * i + 1]} - edges[2 * i]);
}

}  // namespace textkin::text
#endif  // HWY_ONCE
