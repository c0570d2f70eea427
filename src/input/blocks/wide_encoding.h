// wide_encoding: whether bytes that should be JSON are in units of two or four bytes, as Windows' programs save them.
// Private to this room.
#pragma once

#include <string_view>

namespace textkin::input {

// "UTF-16" or "UTF-32", by a byte order mark or by the zeros around the ASCII that JSON begins with, at the first byte
// of a file or, where that was cut at line feeds, of a line; empty: neither.
std::string_view wide_encoding(std::string_view bytes);

}  // namespace textkin::input
