#include "align/counted_words.h"

#include <algorithm>

namespace textkin::align {

void CountedWords::set(std::uint32_t words, std::span<const ExcludedSpan> spans, ExclusionSet excluded) {
  words_ = words;
  before_.clear();
  if (std::ranges::none_of(spans, [&](const ExcludedSpan& span) { return has(excluded, span.kind); })) return;
  // First whether a word counts, one place behind it; then the sums.
  before_.assign(words + std::size_t{1}, 1);
  before_[0] = 0;
  for (const ExcludedSpan& span : spans)
    if (has(excluded, span.kind))
      std::fill_n(before_.begin() + static_cast<std::ptrdiff_t>(span.first_word) + 1, span.words, 0u);
  for (std::size_t i = 1; i < before_.size(); ++i) before_[i] += before_[i - 1];
}

std::uint32_t CountedWords::in_union(std::vector<WordSpan>& spans) const {
  std::ranges::sort(spans);
  std::uint32_t sum = 0;
  std::uint32_t done = 0;
  for (const auto& [begin, end] : spans) {
    if (end <= done) continue;
    sum += in(std::max(begin, done), end);
    done = end;
  }
  return sum;
}

}  // namespace textkin::align
