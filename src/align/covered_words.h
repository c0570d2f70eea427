// CoveredWords: which words of a text lie in any of some spans.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace textkin::align {

class CoveredWords {
 public:
  CoveredWords(std::uint32_t begin, std::uint32_t end) : spans_{{begin, end}}, words_(end - begin) {}

  std::uint32_t words() const { return words_; }
  std::uint32_t shared_with(const CoveredWords& other) const;
  // Cost of both: the spans of the one that has fewer, or of `other`, each looked for among those of the other one.
  void add(const CoveredWords& other);

 private:
  using Span = std::pair<std::uint32_t, std::uint32_t>;

  std::vector<Span> spans_;  // in order, apart from each other
  std::uint32_t words_;
};

}  // namespace textkin::align
