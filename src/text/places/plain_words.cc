#include "text/places/plain_words.h"

#include <algorithm>

namespace textkin::text {
namespace {

constexpr std::size_t kBlock = 64;

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
bool is_of_word(char lowered) { return is_digit(lowered) || static_cast<unsigned char>(lowered - 'a') < 26; }

bool any_digit(const char* block) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlock; ++i) any |= static_cast<unsigned char>(is_digit(block[i]));
  return any != 0;
}

}  // namespace

std::size_t PlainWords::scan(const hash::Key& key, std::string_view text) {
  count_ = 0;
  std::size_t length = ascii_prefix(text.data(), std::min(text.size(), kMost));
  if (length < kLeast) return 0;
  classify(text.data(), length, ByteClass::kAlphanumeric, true, copy_.data(), masks_.data());
  if (length < text.size())  // the last word may go on
    while (length > 0 && is_of_word(copy_[length - 1])) --length;
  const std::size_t last = length / kBlock;
  masks_[last].word &= (std::uint64_t{1} << length % kBlock) - 1;
  count_ = spans(masks_.data(), nullptr, last + 1, edges_.data());
  hash_spans(key, copy_.data(), edges_.data(), count_, hashes_.data());
  blocks_with_digits_ = 0;
  for (std::size_t block = 0; block * kBlock < length; ++block)
    blocks_with_digits_ |= std::uint64_t{any_digit(copy_.data() + block * kBlock)} << block;
  return length;
}

bool PlainWords::has_digit(std::size_t word) const {
  const std::uint64_t blocks = std::uint64_t{1} << begin(word) / kBlock | std::uint64_t{1} << (end(word) - 1) / kBlock;
  if ((blocks_with_digits_ & blocks) == 0 && end(word) - begin(word) <= kBlock) return false;
  return std::ranges::any_of(lowered(word), is_digit);
}

}  // namespace textkin::text
