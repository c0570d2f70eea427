// The hash of a shingle as Kalampokis 2016 prints it: the magnitude of Scala's MurmurHash3.stringHash.
//
// Definition: the text as UTF-16; MurmurHash3 x86_32 (Appleby 2011) with the seed 0xF7CA7FD2 over pairs of code units,
// the first of a pair in the upper half of a block; an odd last unit is a block that is not rotated into the state; the
// length is counted in code units. The value is read as a signed number of 32 bits, and its sign is dropped: from 0 to
// 2^31 (which Scala's abs leaves negative). It is printed for people to compare with that text, and decides nothing.
// Text must be valid UTF-8. Threads: any. Cost: some 2 ns a character.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin::text {

std::uint32_t scala_hash(std::string_view text);

}  // namespace textkin::text
