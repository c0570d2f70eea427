// Fingerprints: codes of up to 128 bits that are compared by their Hamming distance.
//
// Memory: 8 bytes a code of up to 64 bits, else 16. Threads: reading by any number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace textkin::join {

// Bit 0 is the lowest. Printed, as in papers, the highest comes first.
using Fingerprint = unsigned __int128;

inline unsigned hamming_distance(Fingerprint a, Fingerprint b) {
  const Fingerprint differing = a ^ b;
  return static_cast<unsigned>(std::popcount(static_cast<std::uint64_t>(differing)) +
                               std::popcount(static_cast<std::uint64_t>(differing >> 64)));
}

class Fingerprints {
 public:
  // 1 <= bits <= 128.
  explicit Fingerprints(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits() const { return bits_; }
  std::size_t size() const { return bits_ <= 64 ? words_.size() : words_.size() / 2; }
  void reserve(std::size_t size) { words_.reserve(bits_ <= 64 ? size : 2 * size); }

  // Bits from `bits` up must be 0.
  void push_back(Fingerprint code) {
    words_.push_back(static_cast<std::uint64_t>(code));
    if (bits_ > 64) words_.push_back(static_cast<std::uint64_t>(code >> 64));
  }
  Fingerprint operator[](std::size_t i) const {
    if (bits_ <= 64) return words_[i];
    return Fingerprint{words_[2 * i + 1]} << 64 | words_[2 * i];
  }

 private:
  std::uint32_t bits_;
  std::vector<std::uint64_t> words_;
};

}  // namespace textkin::join
