#include "align/common_words.h"

#include <algorithm>
#include <bit>

#include "align/word_grams.h"

namespace textkin::align {

void whole_words(Words words, std::vector<std::uint64_t>& out) {
  out.clear();
  for (std::size_t i = 0; i < words.size(); ++i) out.push_back(whole_from(words, i));
}

std::uint32_t CommonWords::count(Words a, Words b) {
  if (all_whole(a) && all_whole(b)) return count_whole(a, b);
  whole_words(a, whole_a_);
  whole_words(b, whole_b_);
  return count_whole(whole_a_, whole_b_);
}

std::uint32_t CommonWords::count_whole(Words a, Words b) {
  std::uint32_t common = 0;
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a = a.subspan(1);
    b = b.subspan(1);
    ++common;
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1);
    b = b.first(b.size() - 1);
    ++common;
  }
  if (a.empty() || b.empty()) return common;

  places_.clear();
  for (std::size_t i = 0; i < a.size(); ++i) places_.emplace_back(a[i], static_cast<std::uint32_t>(i));
  std::ranges::sort(places_);
  // Bit i of the row is 0 where the common subsequence of a[0 .. i] and of what was seen of b grows at i.
  row_.assign((a.size() + 63) / 64, ~std::uint64_t{0});
  matches_.assign(row_.size(), 0);
  for (const std::uint64_t word : b) {
    auto at = std::ranges::lower_bound(places_, std::pair(word, std::uint32_t{0}));
    if (at == places_.end() || at->first != word) continue;
    const auto first = at;
    for (; at != places_.end() && at->first == word; ++at)
      matches_[at->second / 64] |= std::uint64_t{1} << at->second % 64;
    std::uint64_t carry = 0;
    for (std::size_t w = first->second / 64; w < row_.size(); ++w) {
      const std::uint64_t u = row_[w] & matches_[w];
      const std::uint64_t sum = row_[w] + u;
      const std::uint64_t with_carry = sum + carry;
      carry = static_cast<std::uint64_t>(sum < u) | static_cast<std::uint64_t>(with_carry < sum);
      row_[w] = with_carry | (row_[w] & ~matches_[w]);
    }
    for (auto clear = first; clear != at; ++clear) matches_[clear->second / 64] = 0;
  }
  // Bits behind the last word of a stay 1: no word matches there.
  for (const std::uint64_t bits : row_) common += static_cast<std::uint32_t>(std::popcount(~bits));
  return common;
}

}  // namespace textkin::align
