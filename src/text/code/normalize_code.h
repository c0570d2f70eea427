// The normalisers of source code: C and C++, Java, or Python by its structure.
//
// What is left are its tokens with one space between. A name becomes "id", a number "num", a string or character "str"
// with its prefix; keywords, operators and directives of the preprocessor stand; comments and white space (in Python
// also that at the start of a line) vanish. Every byte from 0x80 outside of strings and comments is part of a name, so
// the output is ASCII. Text that is no such program is scanned as if it were: a string of one line ends with its line,
// another one and a comment with the text, and a control character is white space. Cost: linear time; the output is at
// most 4 times as long as the text.
#pragma once

#include <memory>

#include "text/normalize/normalizer.h"

namespace textkin::text {

std::unique_ptr<Normalizer> make_code_c();
std::unique_ptr<Normalizer> make_code_java();
std::unique_ptr<Normalizer> make_code_python();

}  // namespace textkin::text
