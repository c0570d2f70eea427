// Whether a name matches a glob, whole: * any characters, also '/'; ? one; [a-z] one of a set, [!a-z] one that is not.
//
// A character is a UTF-8 code point, or a byte where the bytes are none. A '[' that is not closed stands for itself.
// Cost: pattern times name at most, no recursion. Threads: a function of its arguments.
#pragma once

#include <string_view>

namespace textkin::cluster {

bool matches_glob(std::string_view pattern, std::string_view name);

}  // namespace textkin::cluster
