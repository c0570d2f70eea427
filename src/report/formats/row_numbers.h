// RowNumbers: the real numbers of one row, some of which are often one: an exact similarity and both of its bounds.
//
// To find the digits of a number takes thirty times what copying them does.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "report/text/format.h"

namespace textkin::report {

class RowNumbers {
 public:
  // As append_number() does. Between two calls `out` only grows.
  void append(double value, std::string& out) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (size_ > 0 && bits == bits_) {
      out.append(out, begin_, size_);
      return;
    }
    begin_ = out.size();
    append_number(value, out);
    size_ = out.size() - begin_;
    bits_ = bits;
  }

 private:
  std::uint64_t bits_ = 0;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;  // 0: none yet
};

}  // namespace textkin::report
