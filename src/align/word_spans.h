// WordSpans: a passage as alignment sees it, by numbers of words.
#pragma once

#include <cstdint>

namespace textkin::align {

// The least share of the longer side's words that are equal in a passage of more than one run.
constexpr double kAlike = 0.4;

// Words [a_begin, a_end) of the first text and [b_begin, b_end) of the second.
struct WordSpans {
  std::uint32_t a_begin = 0;
  std::uint32_t a_end = 0;
  std::uint32_t b_begin = 0;
  std::uint32_t b_end = 0;
  std::uint32_t equal = 0;    // words that are equal; while passages are looked for: so many at least
  std::uint32_t longest = 0;  // the longest run of equal words

  std::uint32_t a_words() const { return a_end - a_begin; }
  std::uint32_t b_words() const { return b_end - b_begin; }
  // Share of the longer side's words that are equal.
  double identity() const {
    const std::uint32_t words = a_words() > b_words() ? a_words() : b_words();
    return words == 0 ? 0.0 : static_cast<double>(equal) / words;
  }
};

// In both texts.
inline bool lies_within(const WordSpans& inner, const WordSpans& outer) {
  return outer.a_begin <= inner.a_begin && inner.a_end <= outer.a_end && outer.b_begin <= inner.b_begin &&
         inner.b_end <= outer.b_end;
}

}  // namespace textkin::align
