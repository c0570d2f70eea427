#include "align/covered_words.h"

#include <algorithm>
#include <iterator>

namespace textkin::align {

std::uint32_t CoveredWords::shared_with(const CoveredWords& other) const {
  std::uint32_t shared = 0;
  for (auto x = spans_.begin(), y = other.spans_.begin(); x != spans_.end() && y != other.spans_.end();) {
    const std::uint32_t from = std::max(x->first, y->first);
    const std::uint32_t to = std::min(x->second, y->second);
    if (to > from) shared += to - from;
    ++(x->second < y->second ? x : y);
  }
  return shared;
}

void CoveredWords::add(const CoveredWords& other) {
  std::vector<Span> all;
  std::ranges::merge(spans_, other.spans_, std::back_inserter(all));
  spans_.clear();
  words_ = 0;
  for (const Span& span : all) {
    if (spans_.empty() || span.first > spans_.back().second) {
      spans_.push_back(span);
      words_ += span.second - span.first;
    } else if (span.second > spans_.back().second) {
      words_ += span.second - spans_.back().second;
      spans_.back().second = span.second;
    }
  }
}

}  // namespace textkin::align
