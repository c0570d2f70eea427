// CharForms: what a normal form makes of each character of the Basic Multilingual Plane, as a table that kernels ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/utf8.h"
#include "text/unicode/lead_kinds.h"

namespace textkin::text {

// What a normal form makes of a character of the Basic Multilingual Plane, if that can be told of it alone: another of
// the plane, or up to seven bytes, but no more than twice its own.
struct LongForm {
  char bytes[7];
  std::uint8_t size;
};

// What most entries are, as a bit each, from the lowest of a byte on.
struct CharKinds {
  static constexpr std::uint8_t kOwn = 1, kOther = 2;
  std::vector<std::uint8_t> own;    // the character itself
  std::vector<std::uint8_t> marks;  // the character and kJoins
  LeadKinds leads;                  // kOwn where it is the character itself, else kOther
};
CharKinds kinds_of(const std::uint32_t* forms);

struct CharForms {
  const std::uint32_t* of;  // 0x10000 entries
  const LongForm* longer;
  const CharKinds* kinds;  // kinds_of(of)
};

// An entry is 0 where more must be known than the character, or the character that is its form, or with kLongForm a
// place in `longer`. With kJoins nothing of the form has a boundary before it: it stands behind any character whose
// entry has neither bit as it would alone. With kJoins alone it is a mark, its own form, and the upper eight bits are
// its combining class: it stands as well behind another such mark whose class is not 0 and not greater.
inline constexpr std::uint32_t kFormBits = 0xFFFF;
inline constexpr std::uint32_t kJoins = 0x10000;
inline constexpr std::uint32_t kLongForm = 0x20000;
inline constexpr int kClassShift = 24;

// What may stand behind a character: anything, marks of this combining class or greater, or nothing that joins.
using Closing = std::uint8_t;
inline constexpr Closing kOpen = 0;
inline constexpr Closing kClosed = 255;

inline Closing closing_of(std::uint32_t entry) {
  if ((entry & (kJoins | kLongForm)) == 0) return kOpen;
  const auto mark = static_cast<Closing>(entry >> kClassShift);
  return (entry & kLongForm) != 0 || mark == 0 ? kClosed : mark;
}

// Whether what joins may be behind what left `before`.
inline bool may_join(std::uint32_t entry, Closing before) {
  if (before == kOpen) return true;
  return (entry & kLongForm) == 0 && before != kClosed && before <= entry >> kClassShift;
}

// Writes the form of an entry that is not 0, and up to seven bytes; returns how many the form has.
inline std::size_t write_form(const CharForms& forms, std::uint32_t entry, char* out) {
  if ((entry & kLongForm) == 0) return base::encode_utf8(entry & kFormBits, out);
  const LongForm& form = forms.longer[entry & kFormBits];
  std::memcpy(out, form.bytes, sizeof form.bytes);
  return form.size;
}

}  // namespace textkin::text
