// SHA-256 (FIPS 180-4), for what must be known again and not be told: tokens in a file.
//
// Scalar, some 3 ns a byte; for much data there are faster ones. Threads: any number at once.
#pragma once

#include <string>
#include <string_view>

namespace textkin::serve {

// 64 hexadecimal digits, in small letters.
std::string sha256(std::string_view bytes);

}  // namespace textkin::serve
