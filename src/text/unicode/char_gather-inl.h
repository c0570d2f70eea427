// Look-ups of all characters of a block by gathers, for targets that have them. Included once a SIMD target.
#if defined(TEXTKIN_TEXT_CHAR_GATHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_TEXT_CHAR_GATHER_INL_H_
#undef TEXTKIN_TEXT_CHAR_GATHER_INL_H_
#else
#define TEXTKIN_TEXT_CHAR_GATHER_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "text/unicode/char_block-inl.h"
#include "text/unicode/char_forms.h"
#include "text/unicode/settle_block.h"

#undef TEXTKIN_HAS_GATHER
#define TEXTKIN_HAS_GATHER (HWY_TARGET <= HWY_AVX2)
#if TEXTKIN_HAS_GATHER

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::uint32_t, 16>;
using WordVec = hn::Vec<Words>;
constexpr unsigned kLanes = hn::MaxLanes(Words());

// In each lane the character that begins at its byte, of two or three bytes; `three` says of which.
struct Decoded {
  WordVec value;
  hn::Mask<Words> three;
};

HWY_INLINE WordVec bytes_at(const char* p) {
  const hn::Rebind<std::uint8_t, Words> bytes;
  return hn::PromoteTo(Words(), hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(p)));
}

HWY_INLINE Decoded decode_short(const char* p) {
  const Words d;
  const WordVec six = hn::Set(d, 0x3F);
  const WordVec lead = bytes_at(p);
  const WordVec second = hn::And(bytes_at(p + 1), six);
  const WordVec third = hn::And(bytes_at(p + 2), six);
  const auto three = hn::Gt(lead, hn::Set(d, 0xDF));
  const WordVec two = hn::Or(hn::ShiftLeft<6>(hn::And(lead, hn::Set(d, 0x1F))), second);
  const WordVec long_lead = hn::ShiftLeft<12>(hn::And(lead, hn::Set(d, 0x0F)));
  return {hn::IfThenElse(three, hn::Or(hn::Or(long_lead, hn::ShiftLeft<6>(second)), third), two), three};
}

// The same with those of four bytes, which are `four`.
HWY_INLINE WordVec with_long(const char* p, WordVec value, hn::Mask<Words> four) {
  const Words d;
  const WordVec lead = hn::ShiftLeft<18>(hn::And(bytes_at(p), hn::Set(d, 0x07)));
  const WordVec second = hn::ShiftLeft<12>(hn::And(bytes_at(p + 1), hn::Set(d, 0x3F)));
  const WordVec third = hn::ShiftLeft<6>(hn::And(bytes_at(p + 2), hn::Set(d, 0x3F)));
  const WordVec last = hn::And(bytes_at(p + 3), hn::Set(d, 0x3F));
  return hn::IfThenElse(four, hn::Or(hn::Or(lead, second), hn::Or(third, last)), value);
}

// Exactly the bits of the lanes: a word of which a part was written is read with a delay.
using LaneBits = std::conditional_t<kLanes == 16, std::uint16_t, std::uint8_t>;

HWY_INLINE hn::Mask<Words> lanes_of(std::uint64_t bits, unsigned at) {
  const auto part = static_cast<LaneBits>(bits >> at);
  return hn::LoadMaskBits(Words(), reinterpret_cast<const std::uint8_t*>(&part));
}

HWY_INLINE std::uint64_t bits_of(hn::Mask<Words> lanes, unsigned at) {
  LaneBits bits;
  hn::StoreMaskBits(Words(), lanes, reinterpret_cast<std::uint8_t*>(&bits));
  return std::uint64_t{bits} << at;
}

// The entries of a table of 1 << kShift bytes each, and what is behind them.
template <int kShift, class T>
HWY_INLINE WordVec look_up(const T* table, WordVec places) {
  const hn::RebindToSigned<Words> d;
  return hn::GatherOffset(Words(), reinterpret_cast<const std::uint32_t*>(table),
                          hn::BitCast(d, hn::ShiftLeft<kShift>(places)));
}

// Which characters of a block that is well formed have flags of words, and which stand alone; false where one is none.
HWY_INLINE bool gather_flags(const char* block, const Shape& shape, const WordFlags& flags, std::uint64_t& word,
                             std::uint64_t& solo) {
  const Words d;
  for (unsigned at = 0; at < 64; at += kLanes) {
    if ((shape.leads >> at & below(kLanes)) == 0) continue;
    const auto here = lanes_of(shape.leads, at);
    const Decoded decoded = decode_short(block + at);
    WordVec c = decoded.value;
    WordVec least = hn::IfThenElse(decoded.three, hn::Set(d, 0x800), hn::Set(d, 0x80));
    if ((shape.of_four >> at & below(kLanes)) != 0) {
      const auto four = lanes_of(shape.of_four, at);
      c = with_long(block + at, c, four);
      least = hn::IfThenElse(four, hn::Set(d, 0x10000), least);
    }
    c = hn::IfThenElseZero(here, c);
    const auto surrogate = hn::Eq(hn::And(c, hn::Set(d, 0xFFFFF800)), hn::Set(d, 0xD800));
    const auto wrong = hn::Or(hn::Or(hn::Lt(c, least), surrogate), hn::Gt(c, hn::Set(d, kCodePoints - 1)));
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::And(here, wrong)))) return false;
    const WordVec is = look_up<0>(flags.of, c);
    // Any of the flags: TestBit knows one.
    word |= bits_of(hn::And(here, hn::Ne(hn::And(is, hn::Set(d, flags.word)), hn::Zero(d))), at);
    if (flags.solo != 0) solo |= bits_of(hn::And(here, hn::Ne(hn::And(is, hn::Set(d, flags.solo)), hn::Zero(d))), at);
  }
  return true;
}

// The entries of the characters of two and three bytes that begin at `leads`.
HWY_INLINE void gather_forms(const char* block, const CharForms& forms, std::uint64_t leads, Looked& out) {
  const Words d;
  for (unsigned at = 0; at < 64 && out.none == 0; at += kLanes) {
    if ((leads >> at & below(kLanes)) == 0) continue;
    const auto here = lanes_of(leads, at);
    const Decoded decoded = decode_short(block + at);
    const WordVec c = hn::IfThenElseZero(here, decoded.value);
    const WordVec entry = look_up<2>(forms.of, c);
    const auto none = hn::Or(hn::Eq(entry, hn::Zero(d)), hn::And(decoded.three, hn::Lt(c, hn::Set(d, 0x800))));
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::And(here, none)))) out.none = bits_of(hn::And(here, none), at);
    out.others |= bits_of(hn::And(here, hn::Ne(entry, c)), at);
    hn::StoreU(entry, d, out.entries + at);
  }
  if (out.others == 0) return;
  // Of the whole block at once: in which lanes a script has its marks nobody can foretell.
  for (unsigned at = 0; at < 64; at += kLanes) {
    const WordVec entry = hn::LoadU(d, out.entries + at);
    out.joining |= bits_of(hn::TestBit(entry, hn::Set(d, kJoins)), at);
    out.of_long |= bits_of(hn::TestBit(entry, hn::Set(d, kLongForm)), at);
  }
  out.joining &= out.others;
  out.of_long &= out.others;
}

}  // namespace textkin::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
