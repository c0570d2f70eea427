// nested_path: where a field that a JSON object lacks stands in it after all. Private to this room.
#pragma once

#include <string>
#include <string_view>

namespace textkin::input {

// The path of a string in `line`, an object of JSON behind which 64 bytes can be read, that `field` may mean:
// "doc.text" or "messages[].content" for "text", "content" or that very path; "text", the object's own, for "doc.text".
// Of several the one that is nearest to the top; empty: there is none, the line is longer than 64 KiB, or it is
// deeper or wider than anybody means. For messages alone: it parses the line anew.
std::string nested_path(std::string_view line, std::string_view field);

}  // namespace textkin::input
