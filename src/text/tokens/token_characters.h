// Each code point alone: the unit of char:K.
#pragma once

#include <cstdint>
#include <memory>

#include "text/tokens/tokenizer.h"

namespace textkin::text {

// A character's hash is stream_word(kCharacterSeed, code point), not that of its bytes.
std::unique_ptr<Tokenizer> make_characters();

inline constexpr std::uint64_t kCharacterSeed = 0x63686172ull;

}  // namespace textkin::text
