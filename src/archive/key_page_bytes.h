// The bytes of a KeyPage, from records. Threads: no state shared.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "base/sort.h"
#include "textkin/document.h"

namespace textkin::archive {

// Bits one behind the other, the lowest of a byte first.
class PutBits {
 public:
  // Values have 56 bits at most; eight bytes are written from where each begins.
  explicit PutBits(char* out) : out_(out) {}
  void put(std::uint64_t value, unsigned bits) {
    open_ |= value << used_;
    std::memcpy(out_, &open_, sizeof open_);
    used_ += bits;
    out_ += used_ / 8;
    open_ >>= used_ & ~7u;
    used_ %= 8;
  }

 private:
  char* out_;
  std::uint64_t open_ = 0;  // the bits of the byte at hand
  unsigned used_ = 0;       // how many they are
};

// Of 1 record or more that ascend; documents from `first` on. `cut`: the lowest bits of all keys, which are 0.
std::string spaced_page(std::span<const base::KeyValue> records, DocId first, unsigned cut);

}  // namespace textkin::archive
