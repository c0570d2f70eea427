// FoundLeaks: what a search found: documents that share something with test items, what goes of them, and what of the
// items was met.
//
// Filled by one thread, in the order of the documents. Memory: 64 bytes a document that shares something, 28 a cut, 40
// a passage that is kept, and a byte for each n-gram or word of the items.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/leaks/test_grams.h"
#include "textkin/character_span.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

// A document of INPUT that shares something with test items.
struct Leak {
  DocId document = kNoDoc;
  DocId item = kNoDoc;       // that shares most with it; the first of those
  std::uint32_t shared = 0;  // with that one: n-grams, or words of its passages
  std::uint32_t items = 0;   // that share something
  Gram gram = kNoGram;       // the first in the document that it shares with that item; none of passages
  std::uint32_t whole = 0;   // under LeakAction::kCut: whether it goes as a whole; its one cut is all of it then
  std::uint32_t cuts = 0;
  std::uint32_t passages = 0;
  std::uint64_t first_cut = 0;
  std::uint64_t first_passage = 0;
};

inline constexpr std::uint32_t kNoPassage = 0xFFFFFFFFu;

// A stretch of a document that goes: what is shared, and a margin.
struct LeakCut {
  CharacterSpan characters;
  std::uint32_t words = 0;
  std::uint32_t shared = 0;            // different n-grams in it, or equal words of `passage`
  DocId item = kNoDoc;                 // that has most of them; the first of those
  std::uint32_t passage = kNoPassage;  // of the document's: with most equal words of those in it
};

// A passage that a document shares with an item.
struct LeakPassage {
  DocId item = kNoDoc;
  CharacterSpan in_document;
  CharacterSpan in_item;
  std::uint32_t words = 0;       // of the document
  std::uint32_t item_words = 0;  // of the item
  std::uint32_t equal = 0;       // words that are the same on both sides

  // As Passage::identity().
  double identity() const;
};

// What of an item was met.
struct ItemLeak {
  std::uint32_t documents = 0;
  DocId first = kNoDoc;    // the first of them
  std::uint32_t most = 0;  // n-grams, or words, that one of them has
  DocId best = kNoDoc;     // that has the passage with most equal words; the first of those
};

// What one document shares, on its way.
struct LeakOfDocument {
  Leak leak;                                            // its document: within the block
  std::vector<std::pair<DocId, std::uint32_t>> shared;  // by item, how much; but for those that are counted together
  std::vector<std::pair<DocId, std::uint32_t>> raised;  // of those, items that have more than is counted together
  std::span<const std::uint32_t> sets_together;         // of those; ascending
  std::vector<LeakCut> cuts;
  std::vector<LeakPassage> passages;

  // Which item shares most, and how many share something: from `shared`.
  void settle();
};

class FoundLeaks {
 public:
  // `sets`: of each item the number of its file, by which documents are counted. `parts`: n-grams, or words of items.
  // `keeps_passages`: they are told or handed on.
  FoundLeaks(std::vector<std::uint32_t> sets, std::uint64_t parts, bool keeps_passages);

  // The next document; `first` is the number of its block's first one.
  void add(DocId first, const LeakOfDocument& found);
  // Of documents that were added: what they have of `item`, `shared` each, where `first` is the first of them; and of
  // items of `set`.
  void add_together(DocId item, std::uint32_t documents, DocId first, std::uint32_t shared);
  void add_documents_of_set(std::uint32_t set, std::uint32_t documents) { documents_of_sets_[set] += documents; }
  void meet(std::uint64_t part) { met_[part] = 1; }

  bool keeps_passages() const { return keeps_passages_; }
  const std::vector<Leak>& leaks() const { return leaks_; }  // by documents, ascending
  std::span<const LeakCut> cuts_of(const Leak& leak) const {
    return std::span(cuts_).subspan(leak.first_cut, leak.cuts);
  }
  std::span<const LeakPassage> passages_of(const Leak& leak) const {
    return std::span(passages_).subspan(leak.first_passage, leak.passages);
  }
  const std::vector<ItemLeak>& items() const { return items_; }
  // That of ItemLeak::best.
  const LeakPassage& best_of(DocId item) const { return best_[item]; }
  const std::vector<std::uint32_t>& sets() const { return sets_; }
  const std::vector<std::uint64_t>& documents_of_sets() const { return documents_of_sets_; }
  bool was_met(std::uint64_t part) const { return met_[part] != 0; }

  // Calls body(number, table) for each of the tables that it is made of: vectors of values without padding, which may
  // be written as they stand. `self`: const or not.
  template <class Self, class Body>
  static Status for_each_table(Self& self, Body body) {
    TEXTKIN_RETURN_IF_ERROR(body(0, self.leaks_));
    TEXTKIN_RETURN_IF_ERROR(body(1, self.cuts_));
    TEXTKIN_RETURN_IF_ERROR(body(2, self.passages_));
    TEXTKIN_RETURN_IF_ERROR(body(3, self.items_));
    TEXTKIN_RETURN_IF_ERROR(body(4, self.best_));
    TEXTKIN_RETURN_IF_ERROR(body(5, self.documents_of_sets_));
    return body(6, self.met_);
  }
  // Whether its tables fit together, where they were read: with the documents of INPUT, and with those that `empty`
  // has, of the same test sets, in which nothing is found yet.
  bool is_whole(DocId documents, const FoundLeaks& empty) const;

 private:
  void count(const Leak& leak, const LeakOfDocument& found);

  std::vector<std::uint32_t> sets_;
  bool keeps_passages_;
  std::vector<Leak> leaks_;
  std::vector<LeakCut> cuts_;
  std::vector<LeakPassage> passages_;
  std::vector<ItemLeak> items_;
  std::vector<LeakPassage> best_;  // by item; grows with the first passage
  std::vector<std::uint64_t> documents_of_sets_;
  std::vector<std::uint8_t> met_;
  std::vector<std::uint32_t> sets_of_document_;
};

}  // namespace textkin::engine::leaks
