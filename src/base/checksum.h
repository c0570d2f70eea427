// Checksums of bytes in memory and in our own files. No security; the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin::base {

// XXH3, 64 bits.
std::uint64_t checksum(std::string_view bytes);

}  // namespace textkin::base
