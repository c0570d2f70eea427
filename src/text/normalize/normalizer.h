// Normalizer: text -> text in which differences that do not matter are gone.
//
// Promise: the output depends on the text alone and is valid UTF-8 where the input is.
// ASCII: each normaliser says what it does to ASCII text, so that the common case needs no call at all: most leave it
// as it is or lower-case it, and the lower-casing is put off to the kernel that reads the words anyway.
// Ownership: may keep scratch memory. Threads: one Normalizer a thread. Errors: none but lack of memory.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "text/unicode/byte_buffer.h"

namespace textkin::text {

// What a normaliser does to text of ASCII alone. `kEdits`: something else that does not depend on the case of letters;
// `kReadsCase`: something else that does.
enum class AsciiEffect { kNothing, kLowers, kEdits, kReadsCase };

class Normalizer {
 public:
  virtual ~Normalizer() = default;
  virtual AsciiEffect ascii_effect() const = 0;

  // True where A-Z to a-z is all that it does, to any text.
  virtual bool lowers_ascii_only() const { return false; }

  // Replaces `out` by the normalised text. `text` may not lie in `out`.
  virtual void apply(std::string_view text, ByteBuffer& out) = 0;
};

// By Unicode, through ICU: NFKC with case folding (UAX 31, toNFKC_Casefold), NFC, full case folding without
// normalisation, and NFD without the marks of category Mn, composed again (NFC).
std::unique_ptr<Normalizer> make_nfkc_casefold();
std::unique_ptr<Normalizer> make_nfc();
std::unique_ptr<Normalizer> make_casefold();
std::unique_ptr<Normalizer> make_strip_marks();

// Character by character: A-Z to a-z; punctuation (category P*) dropped; White_Space dropped; each run of White_Space
// made one U+0020, and none left at either end; nothing.
std::unique_ptr<Normalizer> make_ascii_lower();
std::unique_ptr<Normalizer> make_strip_punctuation();
std::unique_ptr<Normalizer> make_strip_space();
std::unique_ptr<Normalizer> make_collapse_space();
std::unique_ptr<Normalizer> make_none();

// Source code of C and C++, Java, or Python by its structure: tokens with one space between. A name becomes "id", a
// number "num", a string or character "str" with its prefix; keywords, operators and directives of the preprocessor
// stand; comments and white space (in Python also that at the start of a line) vanish. Every byte from 0x80 outside of
// strings and comments is part of a name, so the output is ASCII. Text that is no such program is scanned as if it
// were: a string of one line ends with its line, another one and a comment with the text, and a control character is
// white space. Cost: linear time; the output is at most 4 times as long as the text.
std::unique_ptr<Normalizer> make_code_c();
std::unique_ptr<Normalizer> make_code_java();
std::unique_ptr<Normalizer> make_code_python();

// The text that all of them leave, one behind the other, without the short cuts of SpecShingler; it lives in `text` or
// in one of the two buffers.
std::string_view normalize_all(const std::vector<std::unique_ptr<Normalizer>>& normalizers, std::string_view text,
                               ByteBuffer* buffers);

}  // namespace textkin::text
