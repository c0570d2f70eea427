// CommonPassages: which words of each document lie in passages with very many others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/passage.h"
#include "textkin/word_range.h"

namespace textkin::align {

// How many other documents may have what is not common: of those before `against`, of the rest, and of all.
struct CommonLimits {
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};
  DocId against = kNoDoc;
  std::uint32_t before = kAny;
  std::uint32_t behind = kAny;
  std::uint32_t all = kAny;
};

class CommonPassages {
 public:
  // Words are common that lie in passages with more other documents than one of the limits. Memory: 32 bytes a passage
  // for the while, 12 a run of common words.
  void find(const std::vector<Passage>& passages, const CommonLimits& limits);

  // Of one document, ascending, apart from each other.
  std::span<const WordRange> of(DocId doc) const;
  std::uint64_t words() const;
  bool empty() const { return ranges_.empty(); }

 private:
  std::vector<DocId> documents_;  // of each range, ascending
  std::vector<WordRange> ranges_;
};

}  // namespace textkin::align
