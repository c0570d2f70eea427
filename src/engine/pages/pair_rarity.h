// How rare it is what two documents share: what only these two have weighs more than what many have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/counted_words.h"
#include "engine/passages/found_passages.h"

namespace textkin::engine::pages {

// Of each passage, how many besides its two have most of it, a person's documents counted once and those of the two not
// at all; of its sides, the one of which more have.
std::vector<std::uint32_t> elsewhere(const shared::SharedPlaces& places, std::span<const Passage> passages);

// One document's words that are equal in another one and in passages with nobody else's. Threads: one each.
class RareWords {
 public:
  // `places` must outlive it.
  explicit RareWords(const shared::SharedPlaces& places) : places_(places) {}

  // The document that the next calls are about.
  void set(DocId doc);
  // Words that count of `equal`, sorted on the way: the document's words in pieces of its passages with `other`.
  std::uint32_t with(DocId other, std::vector<align::WordSpan>& equal, const align::CountedWords& counted) const;

 private:
  const shared::SharedPlaces& places_;
  std::vector<shared::SharedPlace> only_;  // by the other document, then place
};

}  // namespace textkin::engine::pages
