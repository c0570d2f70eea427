// Kernels over characters beyond ASCII: what each is, and its form, for those of 64 bytes side by side.
//
// The length of a character, which nobody can foretell where scripts and spaces alternate, is no branch: places where
// one begins are told by masks of bits. What they are is told by the shortest of four ways. Where all are among the
// same 128, as in most alphabets, by a bit each in two registers (char_page-inl.h). Ideographs by their first bytes
// (char_leads-inl.h). Else a table is asked for all of them with gathers (char_gather-inl.h), or where few are left or
// the target has none, one by one. On targets that cannot shuffle bytes, and where base::simd_enabled() is false, all
// are taken one by one, with the same results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/unicode/char_forms.h"
#include "text/unicode/settle_block.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {

// Of a copy of `length` bytes and the masks that `classify` left: sets the word bits of characters that are not ASCII,
// and in `cuts` (one mask a block) a bit before and behind each that stands alone. Bytes that are no UTF-8 count as
// U+FFFD each.
void settle_high(const char* copy, std::size_t length, const WordFlags& flags, BlockMask* masks, std::uint64_t* cuts);

struct Copied {
  std::size_t read = 0;
  std::size_t written = 0;
};

// Writes the forms of leading characters of `text`, which begins with a whole one; those of ASCII are their own, A-Z as
// a-z if `lower`. It stops behind a whole character, before or at the first whose entry is 0, or that joins and is the
// first or may not be where it is; and may stop at once: what it leaves is the caller's. `copy` has room for twice the
// text and 128 bytes.
Copied copy_forms(const char* text, std::size_t length, const CharForms& forms, bool lower, char* copy);

}  // namespace textkin::text
