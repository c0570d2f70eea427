#include "align/grow.h"

#include <algorithm>
#include <array>

namespace textkin::align {
namespace {

constexpr int kBand = 6;
constexpr int kDrop = 6;
constexpr int kNever = -1000000;

// word_a(i) and word_b(j) are the words in the order in which they are passed.
template <class WordA, class WordB>
Growth grow(std::size_t a_size, std::size_t b_size, WordA word_a, WordB word_b) {
  // row[d] is the score of having passed i words of a and i + d - kBand of b.
  std::array<int, 2 * kBand + 1> row;
  row.fill(kNever);
  for (int d = kBand; d <= 2 * kBand; ++d) row[static_cast<std::size_t>(d)] = kBand - d;
  Growth best;
  int best_score = 0;
  for (std::size_t i = 1; i <= a_size; ++i) {
    int highest = kNever;
    for (int d = 0; d <= 2 * kBand; ++d) {
      const std::int64_t j = static_cast<std::int64_t>(i) + d - kBand;
      int& cell = row[static_cast<std::size_t>(d)];
      if (j < 0 || j > static_cast<std::int64_t>(b_size)) {
        cell = kNever;
        continue;
      }
      const bool equal = j > 0 && word_a(i - 1) == word_b(static_cast<std::size_t>(j - 1));
      int score = j > 0 ? cell + (equal ? 1 : -1) : kNever;
      if (d < 2 * kBand) score = std::max(score, row[static_cast<std::size_t>(d + 1)] - 1);
      if (d > 0) score = std::max(score, row[static_cast<std::size_t>(d - 1)] - 1);
      cell = score;
      highest = std::max(highest, score);
      if (equal && score > best_score) {
        best_score = score;
        best = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(score)};
      }
    }
    if (highest < best_score - kDrop) break;
  }
  return best;
}

}  // namespace

Growth grow_forward(Words a, Words b) {
  return grow(a.size(), b.size(), [&](std::size_t i) { return a[i]; }, [&](std::size_t j) { return b[j]; });
}

Growth grow_backward(Words a, Words b) {
  return grow(
      a.size(), b.size(), [&](std::size_t i) { return a[a.size() - 1 - i]; },
      [&](std::size_t j) { return b[b.size() - 1 - j]; });
}

}  // namespace textkin::align
