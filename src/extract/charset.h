// decode: text in some charset -> UTF-8.
//
// The charset is, in this order: that of a byte order mark; UTF-16 or UTF-32 by the places of zero bytes, if all that
// they then say are characters; UTF-8, if it is valid but for a few places, such as an end that was cut; what the file
// itself declares, if a browser knows it and it is not UTF-16 or UTF-32, whose zeros would show; what uchardet takes it
// for; windows-1252, if nearly all letters are of ASCII and the guess has one byte a letter, or if no byte of it is a
// control character. ICU converts. Bytes that stand for no character become U+FFFD. kBadInput: no text in any charset
// known here, such as an image or a program. Cost: valid UTF-8 1 ns a byte, else some 20. Threads: any.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::extract {

struct Decoded {
  std::string text;        // UTF-8
  std::string charset;     // "UTF-8", "WINDOWS-1251", ...
  bool guessed = false;    // by its bytes, or for want of anything better
  std::size_t broken = 0;  // places of UTF-8 that are none, each of which became U+FFFD
};

// `declared`: the charset that the file names itself; empty or unknown: none.
Result<Decoded> decode(std::string_view bytes, std::string_view declared = {});

// A line for a person where the charset was guessed, or does not hold everywhere; else empty.
std::string charset_note(const Decoded& decoded);

}  // namespace textkin::extract
