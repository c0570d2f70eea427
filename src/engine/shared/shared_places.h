// SharedPlaces: for a stretch of a document, which other documents have it too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/counted_words.h"
#include "textkin/passage.h"

namespace textkin::engine::shared {

// Where a document has a stretch, or with whom it has one. Where its words were edited, give or take some.
struct SharedPlace {
  DocId doc = kNoDoc;
  align::WordSpan words;
};

class SharedPlaces {
 public:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  // Of all passages of a collection. `persons`: whose each document is; by kNobody, or behind them, is whose is nobody
  // else's. It must outlive this. Memory: 56 bytes a passage.
  explicit SharedPlaces(std::span<const Passage> passages, std::span<const std::uint32_t> persons = {});

  // The same for documents of one person, and for no others.
  std::uint64_t whose(DocId doc) const;

  // Other documents with most of words [begin, end) of `doc`: more than half of them are in passages with it. Replaces
  // `out`, ascending by document, each with the longest place of them there, where they may be apart. Cost: the
  // document's passages around these words.
  void with_most_of(DocId doc, align::WordSpan words, std::vector<SharedPlace>& out) const;

  // Passages of a document.
  std::size_t parts_of(DocId doc) const { return of(doc).size(); }

  // The stretches within these words that at least `least` other documents have, `least` > 0, in order. What fewer have
  // parts them, unless it is no longer than edits are: whose answer stands between two printed questions is not theirs
  // who were asked the same.
  std::vector<align::WordSpan> cores(DocId doc, align::WordSpan words, std::uint32_t least) const;

  // Words of `doc` that are in passages with documents of one other person alone, a row for each of these documents.
  // Replaces `out`, ascending.
  void only_with_one(DocId doc, std::vector<SharedPlace>& out) const;

 private:
  // A passage as `doc` has it.
  struct Part {
    DocId doc;
    DocId other;
    align::WordSpan here;
    align::WordSpan there;
    std::uint32_t reached = 0;  // the furthest end of this and of those before it in the document
  };
  std::span<const Part> of(DocId doc) const;
  // From the first that reaches these words on, to the last that begins before their end.
  std::span<const Part> around(DocId doc, align::WordSpan words) const;

  std::vector<Part> parts_;  // by document, then place
  std::span<const std::uint32_t> persons_;
};

}  // namespace textkin::engine::shared
