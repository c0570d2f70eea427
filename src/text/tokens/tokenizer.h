// Tokenizer: normalised text -> the hashes of its tokens, in order.
//
// Promise: a token's hash is hash_bytes (bytes.v1) over its UTF-8 bytes; what is a token depends on the text alone.
// Ownership: keeps scratch memory. Threads: one Tokenizer a thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace textkin::text {

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // Appends the hashes of the tokens of `text`, with A-Z read as a-z if `lower`.
  virtual void append_hashes(std::string_view text, bool lower, std::vector<std::uint64_t>& hashes) = 0;

  // The same tokens as they are spelled: for those who show them or look them up. Slower.
  virtual void append_tokens(std::string_view text, bool lower, std::vector<std::string>& tokens) = 0;
};

// Maximal runs of letters, marks and digits; each character of a script without spaces alone (char_class.h).
std::unique_ptr<Tokenizer> make_unicode_tokens();
// Maximal runs of bytes that are a-z, A-Z, 0-9 or at least 0x80.
std::unique_ptr<Tokenizer> make_ascii_tokens();
// Maximal runs of characters that are not White_Space.
std::unique_ptr<Tokenizer> make_whitespace_tokens();
// The words among the segments of UAX 29, with ICU's dictionaries, root locale.
std::unique_ptr<Tokenizer> make_icu_tokens();
// Each code point alone: the unit of char:K. Its hash is stream_word(kCharacterSeed, code point).
std::unique_ptr<Tokenizer> make_characters();

inline constexpr std::uint64_t kCharacterSeed = 0x63686172ull;

}  // namespace textkin::text
