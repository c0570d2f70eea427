// MultiplicativeFamily: h_i(x) = the first p bits of s_i x mod 2^w, "multiplicative.v1" (w = 64) and
// "multiplicative-32.v1" (w = 32).
//
// s_0 is odd and next to 2^w (sqrt 5 - 1) / 2, Knuth's multiplier, in every family; the other s_i are random odd words.
// Keys of more than w bits are cut to their last w bits.
// Law: nearly universal (two keys agree with probability at most 2 / 2^p, Dietzfelbinger et al. 1997), no more: there
// is no offset, so key 0 has the value 0 in every row and is the minimum of every set that holds it, and keys in a row
// are biased as with the linear family. With p = w rows are bijections.
// Reference: Knuth, The Art of Computer Programming 3, section 6.4; Dietzfelbinger, Hagerup, Katajainen, Penttonen
// 1997. Cost: one product, .4 ns for 32 bits, .8 for 64.
#pragma once

#include <vector>

#include "hash/draws.h"
#include "hash/family.h"

namespace textkin::hash {

// Word: std::uint64_t or std::uint32_t.
template <class Word>
class MultiplicativeFamily final : public HashFamily {
 public:
  static constexpr std::uint32_t kWordBits = 8 * sizeof(Word);
  static constexpr Word kKnuth = static_cast<Word>(0x9E3779B97F4A7C15ull >> (64 - kWordBits)) | 1;

  // 1 <= bits <= kWordBits.
  MultiplicativeFamily(std::uint32_t rows, std::uint64_t seed, std::uint32_t bits)
      : HashFamily(rows, ~std::uint64_t{0} >> (64 - bits), static_cast<Word>(~Word{0})),
        drop_(kWordBits - bits),
        multipliers_(rows) {
    Draws draws(seed);
    for (Word& multiplier : multipliers_) multiplier = static_cast<Word>(draws.word() >> (64 - kWordBits)) | 1;
    multipliers_[0] = kKnuth;
  }

  Word multiplier(std::uint32_t row) const { return multipliers_[row]; }

  std::uint64_t value(std::uint32_t row, std::uint64_t key) const override {
    return static_cast<Word>(multipliers_[row] * static_cast<Word>(key)) >> drop_;
  }
  void minima(const std::uint64_t* keys, std::size_t count, std::uint32_t* out) const override {
    minima_by_rows(*this, keys, count, out);
  }

 private:
  std::uint32_t drop_;
  std::vector<Word> multipliers_;
};

}  // namespace textkin::hash
