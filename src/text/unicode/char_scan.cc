#include "text/unicode/char_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "base/cpu.h"
#include "base/utf8.h"
#include "text/unicode/settle_block.h"
#include "text/unicode/utf8.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/unicode/char_scan.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"
#include "text/unicode/char_page-inl.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text {
namespace HWY_NAMESPACE {
// Without a gather in hardware the loop over characters is the faster one.
#define TEXTKIN_HAS_GATHER (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

#if TEXTKIN_HAS_GATHER
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, 64>;
using Words = hn::CappedTag<std::uint32_t, 16>;
using WordVec = hn::Vec<Words>;
constexpr unsigned kLanes = hn::MaxLanes(Words());
// Where no more bytes of a block are beyond ASCII, its characters are taken one by one (measured on French).
constexpr int kFew = kLanes == 16 ? 16 : 28;
// The same for characters that are not their own forms, where those that are have been told.
constexpr int kFewOthers = 6;

constexpr std::uint64_t below(unsigned place) {
  return place < 64 ? (std::uint64_t{1} << place) - 1 : ~std::uint64_t{0};
}

// One bit a byte of a block: those that continue a character, and first bytes by the length that they announce.
struct Shape {
  std::uint64_t follows = 0;
  std::uint64_t leads = 0;
  std::uint64_t of_three = 0;  // or four
  std::uint64_t of_four = 0;
  std::uint64_t of_none = 0;  // 0xF8 and beyond
};

template <class V>
HWY_INLINE void store_at_least(V bytes, std::uint8_t least, unsigned at, std::uint64_t& bits) {
  const Bytes d;
  hn::StoreMaskBits(d, hn::Gt(bytes, hn::Set(d, static_cast<std::uint8_t>(least - 1))),
                    reinterpret_cast<std::uint8_t*>(&bits) + at / 8);
}

HWY_INLINE Shape shape_of(const char* block) {
  const Bytes d;
  Shape shape;
  std::uint64_t high = 0;
  for (unsigned i = 0; i < 64; i += hn::MaxLanes(Bytes())) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block + i));
    store_at_least(bytes, 0x80, i, high);
    store_at_least(bytes, 0xC0, i, shape.leads);
    store_at_least(bytes, 0xE0, i, shape.of_three);
    store_at_least(bytes, 0xF0, i, shape.of_four);
    store_at_least(bytes, 0xF8, i, shape.of_none);
  }
  shape.follows = high & ~shape.leads;
  return shape;
}

// The bytes that must follow the first bytes among `leads`.
HWY_INLINE std::uint64_t due(const Shape& shape, std::uint64_t leads) {
  return leads << 1 | (leads & shape.of_three) << 2 | (leads & shape.of_four) << 3;
}

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

// Which characters of a page are of words, and which stand alone.
class WordPage {
 public:
  explicit WordPage(const WordFlags& flags) : flags_(flags) {}

  // As CharPage::find; no more is set than bits of `leads`.
  bool tell(const char* block, std::uint64_t leads, std::uint64_t& word, std::uint64_t& solo) {
    if (!page_.find(block, leads)) return false;
    if (page_.begin() != loaded_) load();
    word = leads & page_.bits_at(block, word_);
    if (flags_.solo != 0) solo = leads & page_.bits_at(block, solo_);
    return true;
  }

 private:
  void load() {
    loaded_ = page_.begin();
    const Bytes d;
    for (std::size_t i = 0; i < CharPage::kSize; i += hn::MaxLanes(Bytes())) {
      const auto is = hn::LoadU(d, flags_.of + loaded_ + i);
      // Any of the flags: TestBit knows one.
      hn::StoreMaskBits(d, hn::Ne(hn::And(is, hn::Set(d, flags_.word)), hn::Zero(d)), word_ + i / 8);
      hn::StoreMaskBits(d, hn::Ne(hn::And(is, hn::Set(d, flags_.solo)), hn::Zero(d)), solo_ + i / 8);
    }
  }

  const WordFlags flags_;
  CharPage page_;
  std::uint32_t loaded_ = 0;
  alignas(16) std::uint8_t word_[CharPage::kSize / 8];
  alignas(16) std::uint8_t solo_[CharPage::kSize / 8];
};

// As settle_block; false, and nothing is changed, where something is no UTF-8.
HWY_INLINE bool settle_together(const char* block, const WordFlags& flags, BlockMask& mask, std::uint64_t& cut_mask,
                                BlockCarry& carry, WordPage& page) {
  const Shape shape = shape_of(block);
  const std::uint64_t leads = shape.leads;
  if (shape.of_none != 0 || (due(shape, leads) | below(carry.taken)) != shape.follows) return false;
  const unsigned last = 63 - static_cast<unsigned>(std::countl_zero(leads | 1));
  const unsigned behind = last + 1 + (leads >> last & 1) + (shape.of_three >> last & 1) + (shape.of_four >> last & 1);
  const unsigned taken = behind > 64 ? behind - 64 : 0;
  for (unsigned i = 0; i < taken; ++i)
    if (!base::continues_character(block[64 + i])) return false;

  const Words d;
  std::uint64_t word = 0;
  std::uint64_t solo = 0;
  const bool told = (leads & shape.of_four) == 0 && page.tell(block, leads, word, solo);
  for (unsigned at = 0; at < 64 && !told; at += kLanes) {
    if ((leads >> at & below(kLanes)) == 0) continue;
    const auto here = lanes_of(leads, at);
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
  const std::uint64_t two = solo & ~shape.of_three;
  const std::uint64_t three = solo & shape.of_three & ~shape.of_four;
  const std::uint64_t four = solo & shape.of_four;
  mask.word |= carry.word | word | due(shape, word);
  cut_mask = carry.cut | solo | two << 2 | three << 3 | four << 4;
  carry.word = word >> 63 | (word & shape.of_three) >> 62 | (word & shape.of_four) >> 61;
  carry.cut = two >> 62 | three >> 61 | four >> 60;
  carry.taken = taken;
  return true;
}

void settle_high_kernel(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks,
                        std::uint64_t* cuts) {
  BlockCarry carry;
  WordPage page(flags);
  for (std::size_t b = 0; b < mask_blocks(length); ++b) {
    const bool many = std::popcount(masks[b].high) > kFew;
    if (many && settle_together(copy + 64 * b, flags, masks[b], cuts[b], carry, page)) continue;
    settle_block(copy + 64 * b, copy + length, flags, masks[b], cuts[b], carry);
  }
}

// Copies a block to which nothing but capitals of ASCII happens.
HWY_INLINE void copy_block(const char* block, bool lower, char* copy) {
  const Bytes d;
  for (unsigned i = 0; i < 64; i += hn::MaxLanes(Bytes())) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block + i));
    const auto upper = hn::Lt(hn::Sub(bytes, hn::Set(d, 'A')), hn::Set(d, 26));
    const auto low = hn::Add(bytes, hn::IfThenElseZero(upper, hn::Set(d, 0x20)));
    hn::StoreU(lower ? low : bytes, d, reinterpret_cast<std::uint8_t*>(copy + i));
  }
}

// Of the characters of a block, as bits at their first bytes.
struct Looked {
  std::uint64_t others = 0;  // their entries are others, which stand at these places
  std::uint64_t joining = 0;
  std::uint64_t of_long = 0;
  std::uint64_t none = 0;  // of no form; behind the first of them nothing was looked at
  std::uint32_t entries[64];
};

HWY_INLINE void look_at(const char* block, const CharForms& forms, std::uint64_t leads, Looked& out) {
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

// The same, one by one: where there are few of them.
HWY_INLINE void look_at_few(const char* block, const char* end, const CharForms& forms, std::uint64_t leads,
                            Looked& out) {
  for (std::uint64_t left = leads; left != 0; left &= left - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(left));
    const CodePoint c = decode(block + at, end);
    const std::uint64_t bit = left & (~left + 1);
    const std::uint32_t entry = forms.of[c.value];  // U+FFFD is its own form, and one byte of it is none
    out.entries[at] = entry;
    if (entry == 0 || c.length == 1) {
      out.none = bit;
      return;
    }
    if (entry == c.value) continue;
    out.others |= bit;
    if ((entry & kJoins) != 0) out.joining |= bit;
    if ((entry & kLongForm) != 0) out.of_long |= bit;
  }
}

// The same where most are told by their page; false, and nothing is looked at, where they are not.
HWY_INLINE bool look_at_page(const char* block, const char* end, const CharForms& forms, std::uint64_t leads,
                             CharPage& page, Looked& out) {
  if (!page.find(block, leads)) return false;
  const std::size_t at = page.begin() / 8;
  const std::uint64_t marks = leads & page.bits_at(block, forms.kinds->marks.data() + at);
  const std::uint64_t others = leads & ~marks & ~page.bits_at(block, forms.kinds->own.data() + at);
  if (std::popcount(others) > kFewOthers) return false;
  out.joining = marks;
  look_at_few(block, end, forms, others, out);
  return true;
}

// Of marks behind what joins or is long, those that may not be there.
HWY_INLINE std::uint64_t misplaced(const char* block, const char* end, const CharForms& forms, std::uint64_t marks,
                                   std::uint64_t leads, Closing closing) {
  std::uint64_t out = 0;
  for (; marks != 0; marks &= marks - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(marks));
    const std::uint64_t before = leads & below(at);
    const auto entry = [&](unsigned place) { return forms.of[decode(block + place, end).value]; };
    if (before != 0) closing = closing_of(entry(63 - static_cast<unsigned>(std::countl_zero(before))));
    if (!may_join(entry(at), closing)) out |= marks & (~marks + 1);
  }
  return out;
}

// The forms of what is at `p`, a block after the other while there are `least` bytes or more before `end`; returns
// where it stopped. `closed`: what is before `p`.
HWY_INLINE const char* copy_blocks(const char* p, const char* end, std::ptrdiff_t least, const CharForms& forms,
                                   bool lower, CharPage& page, Closing& closed, char*& copy) {
  while (end - p >= least) {
    copy_block(p, lower, copy);
    const Shape shape = shape_of(p);
    const auto count = static_cast<unsigned>(std::min<std::ptrdiff_t>(64, end - p));
    if ((shape.leads | shape.follows) == 0) {
      p += count;
      copy += count;
      closed = kOpen;
      continue;
    }
    const auto length = [&](unsigned at) {
      return 1 +
             static_cast<unsigned>((shape.leads >> at & 1) + (shape.of_three >> at & 1) + (shape.of_four >> at & 1));
    };
    const auto last_of = [](std::uint64_t bits) { return 63 - static_cast<unsigned>(std::countl_zero(bits | 1)); };
    // A character that the block cuts is left to the next one.
    unsigned last = last_of(shape.leads);
    unsigned whole = last + length(last) > 64 ? last : count;
    const std::uint64_t leads = shape.leads & below(whole);
    if (due(shape, leads) != (shape.follows & below(whole))) break;
    Looked looked;
    const std::uint64_t known = leads & ~shape.of_four;
    if (std::popcount(shape.leads | shape.follows) <= kFew)
      look_at_few(p, end, forms, known, looked);
    else if (!look_at_page(p, end, forms, known, page, looked))
      look_at(p, forms, known, looked);
    const std::uint64_t closing = looked.joining | looked.of_long;
    const std::uint64_t three = closing & shape.of_three;
    const std::uint64_t behind = (closing ^ three) << 2 | three << 3 | std::uint64_t{closed != kOpen};
    std::uint64_t stops = looked.none | (leads & shape.of_four);
    if (const std::uint64_t second = looked.joining & behind; HWY_UNLIKELY(second != 0))
      stops |= misplaced(p, end, forms, second, leads, closed);
    if (stops != 0) whole = static_cast<unsigned>(std::countr_zero(stops));
    unsigned from = 0;
    // What joins and is not long is its own form.
    const std::uint64_t others = (looked.others & ~looked.joining) | looked.of_long;
    for (std::uint64_t bits = others & below(whole); bits != 0; bits &= bits - 1) {
      const auto at = static_cast<unsigned>(std::countr_zero(bits));
      copy += at - from;
      copy += write_form(forms, looked.entries[at], copy);
      from = at + length(at);
      copy_block(p + from, lower, copy);
    }
    p += whole;
    copy += whole - from;
    last = last_of(leads & below(whole));
    if (whole > 0) closed = kOpen;
    if (whole > 0 && (closing >> last & 1) != 0 && last + length(last) == whole)
      closed = closing_of(forms.of[decode(p - whole + last, end).value]);
    if (stops != 0) break;
  }
  return p;
}

Copied copy_forms_kernel(const char* text, std::size_t length, const CharForms& forms, bool lower, char* copy) {
  constexpr std::size_t kReach = 2 * 64 + 4;  // a block, and another from the last of its characters on
  const char* const end = text + length;
  char* write = copy;
  CharPage page;
  Closing closed = kClosed;
  const char* p = copy_blocks(text, end, kReach, forms, lower, page, closed, write);
  const auto left = static_cast<std::size_t>(end - p);
  if (left < kReach) {
    char tail[2 * kReach] = {};
    std::memcpy(tail, p, left);
    p += copy_blocks(tail, tail + left, 1, forms, lower, page, closed, write) - tail;
  }
  return {static_cast<std::size_t>(p - text), static_cast<std::size_t>(write - copy)};
}

#else

void settle_high_kernel(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks,
                        std::uint64_t* cuts) {
  settle_blocks(copy, length, flags, masks, cuts);
}

Copied copy_forms_kernel(const char*, std::size_t, const CharForms&, bool, char*) { return {}; }

#endif

}  // namespace HWY_NAMESPACE
}  // namespace textkin::text
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::text {
namespace {
HWY_EXPORT(settle_high_kernel);
HWY_EXPORT(copy_forms_kernel);
}  // namespace

void settle_high(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks, std::uint64_t* cuts) {
  if (base::simd_enabled()) return HWY_DYNAMIC_DISPATCH(settle_high_kernel)(copy, length, flags, masks, cuts);
  settle_blocks(copy, length, flags, masks, cuts);
}

CharKinds kinds_of(const std::uint32_t* forms) {
  constexpr std::uint32_t kPlane = 0x10000;
  CharKinds kinds{std::vector<std::uint8_t>(kPlane / 8), std::vector<std::uint8_t>(kPlane / 8)};
  for (std::uint32_t c = 0; c < kPlane; ++c) {
    const auto bit = static_cast<std::uint8_t>(1u << c % 8);
    if (forms[c] == c) kinds.own[c / 8] |= bit;
    if ((forms[c] & (kFormBits | kJoins | kLongForm)) == (c | kJoins)) kinds.marks[c / 8] |= bit;
  }
  return kinds;
}

Copied copy_forms(const char* text, std::size_t length, const CharForms& forms, bool lower, char* copy) {
  return base::simd_enabled() ? HWY_DYNAMIC_DISPATCH(copy_forms_kernel)(text, length, forms, lower, copy) : Copied();
}

}  // namespace textkin::text
#endif  // HWY_ONCE
