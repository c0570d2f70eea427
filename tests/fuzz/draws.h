// Draws: numbers and strings out of a fuzzer's bytes, from the front; zeros and nothing once they are used up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::fuzz {

class Draws {
 public:
  explicit Draws(std::string_view bytes) : bytes_(bytes) {}

  bool flag() { return number(0, 1) != 0; }

  // From least to most, both included. Takes as many bytes as the range needs.
  std::uint64_t number(std::uint64_t least, std::uint64_t most) {
    std::uint64_t drawn = 0;
    for (std::uint64_t left = most - least; left > 0; left >>= 8) drawn = drawn << 8 | byte();
    return most - least == ~std::uint64_t{0} ? drawn : least + drawn % (most - least + 1);
  }

  template <class T>
  T any() {
    return static_cast<T>(number(0, static_cast<std::uint64_t>(static_cast<T>(~T{0}))));
  }

  // Up to `most` bytes.
  std::string_view string(std::size_t most) {
    // Drawn first, since that takes bytes too.
    const auto wanted = static_cast<std::size_t>(number(0, most));
    const std::size_t size = std::min(wanted, bytes_.size());
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view rest() const { return bytes_; }

 private:
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return first;
  }

  std::string_view bytes_;
};

}  // namespace textkin::fuzz
