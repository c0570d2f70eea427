// PlainWords: the words of a stretch of ASCII, found and hashed many at a time (text/unicode/word_scan.h): maximal runs
// of letters and digits, letters in lower case.
//
// Threads: one each. Cost: some 1 ns a byte. Memory: a fixed 10 KiB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hash/key.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {

class PlainWords {
 public:
  // Takes some of the ASCII that `text` begins with, up to where no word is, and replaces the words. How many bytes
  // that are; 0: the stretch is too short to be worth it.
  std::size_t scan(const hash::Key& key, std::string_view text);

  std::size_t size() const { return count_; }
  std::uint32_t begin(std::size_t word) const { return edges_[2 * word]; }
  std::uint32_t end(std::size_t word) const { return edges_[2 * word + 1]; }
  std::uint64_t hash(std::size_t word) const { return hashes_[word]; }  // under the key
  std::string_view lowered(std::size_t word) const {
    return {copy_.data() + begin(word), std::size_t{end(word)} - begin(word)};
  }
  bool has_digit(std::size_t word) const;

 private:
  static constexpr std::size_t kMost = 1024;
  static constexpr std::size_t kLeast = 64;  // bytes

  std::array<char, kMost + 128> copy_;
  std::array<BlockMask, mask_blocks(kMost)> masks_;
  std::array<std::uint32_t, edge_room(mask_blocks(kMost))> edges_;
  std::array<std::uint64_t, kMost / 2 + 1> hashes_;
  std::size_t count_ = 0;
  std::uint64_t blocks_with_digits_ = 0;  // a bit each
};

}  // namespace textkin::text
