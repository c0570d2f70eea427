// Tokenizer: normalised text -> the hashes of its tokens, in order.
//
// Promise: a token's hash is hash_bytes (bytes.v2) over its UTF-8 bytes under the key that it was made with; what is a
// token depends on the text alone. Ownership: keeps scratch memory. Threads: one Tokenizer a thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hash/key.h"
#include "text/tokens/token_row.h"

namespace textkin::text {

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // Appends the hashes of the tokens of `text`, with A-Z read as a-z if `lower`.
  virtual void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) = 0;

  // The same tokens as they are spelled: for those who show them or look them up. Slower.
  virtual void append_tokens(std::string_view text, bool lower, TokenRow& tokens) = 0;
};

}  // namespace textkin::text
