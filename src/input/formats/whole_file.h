// WholeFile: a file is one document, and the text is all of it but a byte order mark. The file's name is its id.
//
// Where text has to be extracted from the file (input/sources/extraction.h), that is done before; then its bytes are
// that text.
#pragma once

#include "input/formats/format.h"

namespace textkin::input {

const Format& whole_file_format();

}  // namespace textkin::input
