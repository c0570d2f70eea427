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

// The text that all of them leave, one behind the other, without the short cuts of SpecShingler; it lives in `text` or
// in one of the two buffers.
std::string_view normalize_all(const std::vector<std::unique_ptr<Normalizer>>& normalizers, std::string_view text,
                               ByteBuffer* buffers);

}  // namespace textkin::text
