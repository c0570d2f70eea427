#include "align/covered_words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bitset>

namespace textkin::align {
namespace {

constexpr std::uint32_t kWords = 64;
using Bits = std::bitset<kWords>;

Bits bits(std::uint32_t begin, std::uint32_t end) {
  Bits out;
  for (std::uint32_t word = begin; word < end; ++word) out.set(word);
  return out;
}

// Some spans, one in another, side by side and apart, and the words that they cover.
std::pair<CoveredWords, Bits> some() {
  const auto begin = *rc::gen::inRange(0u, kWords);
  const auto end = *rc::gen::inRange(begin + 1, kWords + 1);
  std::pair<CoveredWords, Bits> out{CoveredWords(begin, end), bits(begin, end)};
  for (auto left = *rc::gen::inRange(0, 8); left > 0; --left) {
    const auto from = *rc::gen::inRange(0u, kWords);
    const auto to = std::min(kWords, from + *rc::gen::inRange(1u, 9u));
    out.first.add(CoveredWords(from, to));
    out.second |= bits(from, to);
  }
  return out;
}

RC_GTEST_PROP(CoveredWords, AreASetOfWords, ()) {
  auto [one, in_one] = some();
  const auto [other, in_other] = some();
  RC_ASSERT(one.words() == in_one.count());
  RC_ASSERT(one.shared_with(other) == (in_one & in_other).count());
  one.add(other);
  RC_ASSERT(one.words() == (in_one | in_other).count());
  RC_ASSERT(one.shared_with(other) == other.words());
}

}  // namespace
}  // namespace textkin::align
