#include "align/grow.h"

#include <algorithm>
#include <array>

#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

constexpr std::size_t kBand = 6;
constexpr std::int64_t kDrop = 6 * kWordWeight;
constexpr std::uint32_t kFar = 128;  // words

// A score, and below it the equal words of the alignment: of those that score alike, one with most of them.
constexpr int kScoreBits = 32;
constexpr std::int64_t kScore = std::int64_t{1} << kScoreBits;
constexpr std::int64_t kNever = -1000000 * kScore;

// word_a(i) and word_b(j) are the words in the order in which they are passed. `whole`: each weighs kWordWeight.
template <bool whole, class WordA, class WordB>
Growth grow(std::size_t a_size, std::size_t b_size, WordA word_a, WordB word_b) {
  const auto weight_of = [](std::uint64_t word) { return kScore * (whole ? kWordWeight : textkin::weight_of(word)); };
  // row[d] is the score of having passed i words of a and i + d - kBand of b; kNever where there are no such words, and
  // behind the last.
  std::array<std::int64_t, 2 * kBand + 2> row;
  row.fill(kNever);
  row[kBand] = 0;
  for (std::size_t d = kBand + 1; d <= 2 * kBand && d - kBand <= b_size; ++d)
    row[d] = row[d - 1] - weight_of(word_b(d - kBand - 1));
  Growth best;
  for (std::size_t i = 1; i <= a_size && i <= b_size + kBand; ++i) {
    const std::size_t first = i < kBand ? kBand - i : 0;
    const std::size_t last = std::min<std::size_t>(2 * kBand, b_size + kBand - i);
    row[last + 1] = kNever;
    const std::uint64_t word = word_a(i - 1);
    const std::int64_t weight = weight_of(word);
    std::int64_t highest = kNever;
    std::int64_t before = kNever;  // the cell to the left
    for (std::size_t d = first; d <= last; ++d) {
      const std::size_t j = i + d - kBand;
      const bool equal = j > 0 && word == word_b(j - 1);
      const std::int64_t in_b = j > 0 ? weight_of(word_b(j - 1)) : 0;
      const std::int64_t passed = j > 0 ? row[d] + (equal ? weight + 1 : -std::max(weight, in_b)) : kNever;
      const std::int64_t cell = std::max({passed, row[d + 1] - weight, before - in_b});
      row[d] = before = cell;
      highest = std::max(highest, cell);
      if (equal && cell >> kScoreBits > best.score)
        best = {.a = static_cast<std::uint32_t>(i),
                .b = static_cast<std::uint32_t>(j),
                .score = static_cast<std::uint32_t>(cell >> kScoreBits),
                .equal = static_cast<std::uint32_t>(cell)};
    }
    if (highest >> kScoreBits < best.score - kDrop || i > best.a + kFar) break;
  }
  return best;
}

}  // namespace

Growth grow_forward(Words a, Words b, bool whole) {
  const auto word_a = [&](std::size_t i) { return a[i]; };
  const auto word_b = [&](std::size_t j) { return b[j]; };
  return whole ? grow<true>(a.size(), b.size(), word_a, word_b) : grow<false>(a.size(), b.size(), word_a, word_b);
}

Growth grow_backward(Words a, Words b, bool whole) {
  const auto word_a = [&](std::size_t i) { return a[a.size() - 1 - i]; };
  const auto word_b = [&](std::size_t j) { return b[b.size() - 1 - j]; };
  return whole ? grow<true>(a.size(), b.size(), word_a, word_b) : grow<false>(a.size(), b.size(), word_a, word_b);
}

}  // namespace textkin::align
