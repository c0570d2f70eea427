// CountedWords: which words of a document count, and how many of a run do.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "textkin/exclusion.h"

namespace textkin::align {

// Words [first, second).
using WordSpan = std::pair<std::uint32_t, std::uint32_t>;

class CountedWords {
 public:
  // Of `words` words, those count that lie in no span of a kind of `excluded`. 4 bytes a word if any does not.
  void set(std::uint32_t words, std::span<const ExcludedSpan> spans, ExclusionSet excluded);

  std::uint32_t words() const { return words_; }
  std::uint32_t total() const { return before(words_); }
  std::uint32_t in(std::uint32_t begin, std::uint32_t end) const { return before(end) - before(begin); }
  bool all() const { return before_.empty(); }
  bool counts(std::uint32_t word) const { return in(word, word + 1) == 1; }
  // In any of the spans, each word once; sorts them.
  std::uint32_t in_union(std::vector<WordSpan>& spans) const;
  std::uint64_t bytes() const { return before_.size() * sizeof(std::uint32_t); }

 private:
  std::uint32_t before(std::uint32_t word) const { return before_.empty() ? word : before_[word]; }

  std::uint32_t words_ = 0;
  std::vector<std::uint32_t> before_;  // words that count before each; empty: all do
};

}  // namespace textkin::align
