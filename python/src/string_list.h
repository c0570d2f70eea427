// StringList: the strings of a Python tuple as UTF-8, without a copy where the interpreter holds them as such (all
// ASCII text; other text after its first use).
//
// Takes str, bytes, None, and copies of bytearray and memoryview, which change. Half of a surrogate pair, which UTF-8
// cannot say, becomes a byte that is none: a run does with it what --invalid-utf8 says. Ownership: holds the tuple.
// Threads: made and destroyed under the interpreter lock; read from many without.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace textkin::python {

class StringList {
 public:
  // Throws TypeError naming the place of what is no string; what: what each is, "text".
  StringList(nanobind::tuple strings, std::string_view what);

  std::uint64_t rows() const { return views_.size(); }
  std::optional<std::string_view> text(std::uint64_t row) const;

 private:
  nanobind::tuple strings_;
  nanobind::list copies_;
  std::vector<std::string_view> views_;  // data() null: None
};

}  // namespace textkin::python
