// IdFilter: which ids an index surely does not have, of one that was empty when its writer came.
//
// Most ids that are added in bulk are new, and to be told so by the store takes a look into each of its tables, which
// are more and more. A Bloom filter whose bits of an id are all in one word (Putze, Sanders, Singler 2007): a look is
// one word of memory. Where more ids were added than it was made for, more of them are looked for in the store, and
// none is missed. Threads: one. Memory: what it was made with, from the first id on.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/checksum.h"

namespace textkin::archive {

class IdFilter {
 public:
  // Of so many bytes, which are a power of two, or of the next power below.
  explicit IdFilter(std::uint64_t bytes)
      : bits_(static_cast<int>(std::bit_width(bytes / sizeof(std::uint64_t))) - 1),
        words_(static_cast<std::uint64_t*>(std::calloc(std::uint64_t{1} << bits_, sizeof(std::uint64_t))), std::free) {}

  void add(std::string_view id) {
    if (words_ == nullptr) return;
    const std::uint64_t hash = base::checksum(id);
    words_[place(hash)] |= bits(hash);
  }
  // False: it was not added.
  bool may_have(std::string_view id) const {
    if (words_ == nullptr) return true;  // there was no memory for it
    const std::uint64_t hash = base::checksum(id);
    return (words_[place(hash)] & bits(hash)) == bits(hash);
  }

 private:
  std::uint64_t place(std::uint64_t hash) const { return bits_ == 0 ? 0 : hash >> (64 - bits_); }
  // Four of the 64, of which some may be one.
  static std::uint64_t bits(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63) |
           std::uint64_t{1} << (hash >> 12 & 63) | std::uint64_t{1} << (hash >> 18 & 63);
  }

  int bits_;                                                 // of a word's number
  std::unique_ptr<std::uint64_t[], void (*)(void*)> words_;  // pages that nothing was put into take no memory
};

}  // namespace textkin::archive
