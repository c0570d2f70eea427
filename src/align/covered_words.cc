#include "align/covered_words.h"

#include <algorithm>

namespace textkin::align {

std::uint32_t CoveredWords::shared_with(const CoveredWords& other) const {
  const bool fewer = spans_.size() <= other.spans_.size();
  const std::vector<Span>& few = fewer ? spans_ : other.spans_;
  const std::vector<Span>& many = fewer ? other.spans_ : spans_;
  std::uint32_t shared = 0;
  for (const Span& span : few)
    for (auto at = std::ranges::upper_bound(many, span.first, {}, &Span::second);
         at != many.end() && at->first < span.second; ++at)
      shared += std::min(span.second, at->second) - std::max(span.first, at->first);
  return shared;
}

void CoveredWords::add(const CoveredWords& other) {
  for (Span span : other.spans_) {
    // Those that touch it or overlap with it become one with it.
    const auto first = std::ranges::lower_bound(spans_, span.first, {}, &Span::second);
    auto end = first;
    for (; end != spans_.end() && end->first <= span.second; ++end) {
      span = {std::min(span.first, end->first), std::max(span.second, end->second)};
      words_ -= end->second - end->first;
    }
    words_ += span.second - span.first;
    if (first == end) {
      spans_.insert(first, span);
    } else {
      *first = span;
      spans_.erase(first + 1, end);
    }
  }
}

}  // namespace textkin::align
