// Each code point alone: the unit of char:K.
#pragma once

#include <cstdint>
#include <memory>

#include "text/tokens/tokenizer.h"

namespace textkin::text {

// A character's hash is stream_word(seed, code point), not that of its bytes; the seed is the key's first word XOR
// kCharacterSeed.
std::unique_ptr<Tokenizer> make_characters(const hash::Key& key);

inline constexpr std::uint64_t kCharacterSeed = 0xA0761D641BD5055Dull;

}  // namespace textkin::text
