// ParagraphEnds: where paragraphs end, told character by character: at a line of white space only, whatever its line
// end is.
#pragma once

#include <cstdint>

#include "text/unicode/char_class.h"

namespace textkin::text {

class ParagraphEnds {
 public:
  // Whether the character is the end of an empty line, behind which another paragraph begins. Told all of a text's.
  bool meet(std::uint32_t c) {
    if (c == '\n') {
      const bool ends = blank_;
      blank_ = true;
      return ends;
    }
    blank_ = blank_ && (flags_[c] & kSpaceChar) != 0;
    return false;
  }

  // Nothing but white space since the last line end.
  bool in_blank_line() const { return blank_; }

 private:
  const std::uint8_t* flags_ = char_flags();
  bool blank_ = false;
};

}  // namespace textkin::text
