#include "text/unicode/char_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/cpu.h"
#include "base/utf8.h"
#include "text/unicode/settle_block.h"
#include "text/unicode/utf8.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/unicode/char_scan.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"
#include "text/unicode/char_block-inl.h"
#include "text/unicode/char_gather-inl.h"
#include "text/unicode/char_leads-inl.h"
#include "text/unicode/char_page-inl.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text {
namespace HWY_NAMESPACE {
// Without a shuffle of bytes in hardware the loop over characters is the faster one.
#define TEXTKIN_HAS_SHUFFLE (HWY_ARCH_ARM || (HWY_ARCH_X86 && HWY_TARGET <= HWY_SSSE3))

#if TEXTKIN_HAS_SHUFFLE
namespace hn = hwy::HWY_NAMESPACE;

// Where no more bytes of a block are beyond ASCII, its characters are taken one by one (measured on French).
constexpr int kFew = HWY_MAX_BYTES == 64 ? 16 : 28;
// The same for those that are left where a page tells of the others, or first bytes.
constexpr int kFewOthers = 4;
constexpr int kFewMore = 2;

// Tells which characters of a block are of words, and which stand alone.
class WordTeller {
 public:
  explicit WordTeller(const WordFlags& flags) : flags_(flags) {}

  // Of a block that is well formed; `word` and `solo` are 0. False where a character is none, or where they are told
  // one by one at less cost.
  bool tell(const char* block, const char* end, const Shape& shape, std::uint64_t& word, std::uint64_t& solo) {
    const std::uint64_t leads = shape.leads;
    if ((leads & shape.of_four) == 0 && page_.find(block, leads)) {
      if (page_.begin() != loaded_) load();
      word = leads & page_.bits_at(block, of_word_);
      if (flags_.solo != 0) solo = leads & page_.bits_at(block, of_solo_);
      return true;
    }
    if (leads_.lasts()) {
      const std::uint64_t three = leads & shape.of_three & ~shape.of_four;
      const std::uint64_t rest = leads & ~told_by_lead(block, flags_.leads, WordFlags::kTold, three);
      if (leads_.note(std::popcount(rest) <= kFewMore)) {
        word = told_by_lead(block, flags_.leads, WordFlags::kWord, three);
        solo = told_by_lead(block, flags_.leads, WordFlags::kSolo, three);
        return add_few(block, end, rest, word, solo);
      }
    }
#if TEXTKIN_HAS_GATHER
    return gather_flags(block, shape, flags_, word, solo);
#else
    return false;
#endif
  }

 private:
  void load() {
    loaded_ = page_.begin();
    const Bytes d;
    for (std::size_t i = 0; i < CharPage::kSize; i += hn::MaxLanes(Bytes())) {
      const auto is = hn::LoadU(d, flags_.of + loaded_ + i);
      // Any of the flags: TestBit knows one.
      hn::StoreMaskBits(d, hn::Ne(hn::And(is, hn::Set(d, flags_.word)), hn::Zero(d)), of_word_ + i / 8);
      hn::StoreMaskBits(d, hn::Ne(hn::And(is, hn::Set(d, flags_.solo)), hn::Zero(d)), of_solo_ + i / 8);
    }
  }

  // One by one; false where one is none.
  bool add_few(const char* block, const char* end, std::uint64_t leads, std::uint64_t& word, std::uint64_t& solo) {
    for (; leads != 0; leads &= leads - 1) {
      const CodePoint c = decode(block + std::countr_zero(leads), end);
      if (c.length == 1) return false;
      const std::uint64_t bit = leads & (~leads + 1);
      if ((flags_.of[c.value] & flags_.word) != 0) word |= bit;
      if ((flags_.of[c.value] & flags_.solo) != 0) solo |= bit;
    }
    return true;
  }

  const WordFlags flags_;
  CharPage page_;
  Patience leads_;
  std::uint32_t loaded_ = 0;  // the page of these
  alignas(16) std::uint8_t of_word_[CharPage::kSize / 8];
  alignas(16) std::uint8_t of_solo_[CharPage::kSize / 8];
};

// As settle_block; false, and nothing is changed, where something is no UTF-8, or cannot be told together.
HWY_INLINE bool settle_together(const char* block, const char* end, WordTeller& teller, BlockMask& mask,
                                std::uint64_t& cut_mask, BlockCarry& carry) {
  const Shape shape = shape_of(block);
  const std::uint64_t leads = shape.leads;
  if (shape.of_none != 0 || (due(shape, leads) | below(carry.taken)) != shape.follows) return false;
  const unsigned last = 63 - static_cast<unsigned>(std::countl_zero(leads | 1));
  const auto length = 1 + (leads >> last & 1) + (shape.of_three >> last & 1) + (shape.of_four >> last & 1);
  const unsigned behind = last + static_cast<unsigned>(length);
  const unsigned taken = behind > 64 ? behind - 64 : 0;
  for (unsigned i = 0; i < taken; ++i)
    if (!base::continues_character(block[64 + i])) return false;

  std::uint64_t word = 0;
  std::uint64_t solo = 0;
  if (!teller.tell(block, end, shape, word, solo)) return false;
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
  WordTeller teller(flags);
  for (std::size_t b = 0; b < mask_blocks(length); ++b) {
    const bool many = std::popcount(masks[b].high) > kFew;
    if (many && settle_together(copy + 64 * b, copy + length, teller, masks[b], cuts[b], carry)) continue;
    settle_block(copy + 64 * b, copy + length, flags, masks[b], cuts[b], carry);
  }
}

// Copies a block to which nothing but capitals of ASCII happens.
HWY_INLINE void copy_block(const char* block, bool lower, char* copy) {
  const Bytes d;
  for (std::size_t i = 0; i < 64; i += hn::MaxLanes(Bytes())) {
    const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block + i));
    const auto upper = hn::Lt(hn::Sub(bytes, hn::Set(d, 'A')), hn::Set(d, 26));
    const auto low = hn::Add(bytes, hn::IfThenElseZero(upper, hn::Set(d, 0x20)));
    hn::StoreU(lower ? low : bytes, d, reinterpret_cast<std::uint8_t*>(copy + i));
  }
}

// Tells what the entries of the characters of a block are.
class FormTeller {
 public:
  explicit FormTeller(const CharForms& forms) : forms_(forms) {}

  // Of the characters of two and three bytes that begin at `leads`, in a block of that shape.
  HWY_INLINE void look(const char* block, const char* end, const Shape& shape, std::uint64_t leads, Looked& out) {
    if (std::popcount(shape.leads | shape.follows) <= kFew) return look_one_by_one(block, end, leads, out);
    std::uint64_t own = 0;
    std::uint64_t marks = 0;
    if (page_.find(block, leads)) {
      const std::size_t at = page_.begin() / 8;
      own = page_.bits_at(block, forms_.kinds->own.data() + at);
      marks = leads & page_.bits_at(block, forms_.kinds->marks.data() + at);
    } else if (leads_.lasts()) {
      own = told_by_lead(block, forms_.kinds->leads, CharKinds::kOwn, leads & shape.of_three);
      leads_.note(std::popcount(leads & ~own) <= kFewMore);
    }
    const std::uint64_t others = leads & ~own & ~marks;
    if (std::popcount(others) <= kFewOthers) {
      out.joining = marks;
      return look_one_by_one(block, end, others, out);
    }
#if TEXTKIN_HAS_GATHER
    gather_forms(block, forms_, leads, out);
#else
    look_one_by_one(block, end, leads, out);
#endif
  }

 private:
  HWY_INLINE void look_one_by_one(const char* block, const char* end, std::uint64_t leads, Looked& out) const {
    for (std::uint64_t left = leads; left != 0; left &= left - 1) {
      const auto at = static_cast<unsigned>(std::countr_zero(left));
      const CodePoint c = decode(block + at, end);
      const std::uint64_t bit = left & (~left + 1);
      const std::uint32_t entry = forms_.of[c.value];  // U+FFFD is its own form, and one byte of it is none
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

  const CharForms forms_;
  CharPage page_;
  Patience leads_;
};

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
                                   bool lower, FormTeller& teller, Closing& closed, char*& copy) {
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
    teller.look(p, end, shape, leads & ~shape.of_four, looked);
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
  FormTeller teller(forms);
  Closing closed = kClosed;
  const char* p = copy_blocks(text, end, kReach, forms, lower, teller, closed, write);
  const auto left = static_cast<std::size_t>(end - p);
  if (left < kReach) {
    char tail[2 * kReach] = {};
    std::memcpy(tail, p, left);
    p += copy_blocks(tail, tail + left, 1, forms, lower, teller, closed, write) - tail;
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

Copied copy_forms(const char* text, std::size_t length, const CharForms& forms, bool lower, char* copy) {
  return base::simd_enabled() ? HWY_DYNAMIC_DISPATCH(copy_forms_kernel)(text, length, forms, lower, copy) : Copied();
}

}  // namespace textkin::text
#endif  // HWY_ONCE
