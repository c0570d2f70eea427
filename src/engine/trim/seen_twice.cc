#include "engine/trim/seen_twice.h"

#include <algorithm>
#include <bit>

namespace textkin::engine::trim {
namespace {

constexpr std::uint64_t kLeast = 128;
constexpr std::uint64_t kBytesAWord = 16;

}  // namespace

SeenTwice::SeenTwice(std::uint64_t bytes) {
  const std::uint64_t words = std::bit_floor(std::max(bytes, kLeast)) / kBytesAWord;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(words));
  tables_.resize(2 * words);
}

void SeenTwice::add(std::uint64_t mark) {
  const Bits bits = bits_of(mark);
  std::uint64_t& once = tables_[2 * bits.word];
  if ((once & bits.mask) == bits.mask)
    tables_[2 * bits.word + 1] |= bits.mask;
  else
    once |= bits.mask;
}

bool SeenTwice::twice(std::uint64_t mark) const {
  const Bits bits = bits_of(mark);
  return (tables_[2 * bits.word + 1] & bits.mask) == bits.mask;
}

}  // namespace textkin::engine::trim
