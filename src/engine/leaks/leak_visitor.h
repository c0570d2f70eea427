// LeakVisitor: documents stream by, and those that share an n-gram with a test item are noted, with what they share.
//
// Verified: of each n-gram that decides anything the document's spelling is held against the item's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/leaks/leak_options.h"
#include "engine/leaks/leak_places.h"
#include "engine/leaks/spelled_grams.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/block_shingler.h"
#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "text/shingles/named_shingler.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

// A document of INPUT that shares n-grams with test items.
struct Leak {
  DocId document = kNoDoc;
  DocId item = kNoDoc;       // that shares most of them; the first of those
  std::uint32_t shared = 0;  // with that one
  std::uint32_t items = 0;   // that share some
  Gram gram = kNoGram;       // the first in the document that it shares with that item
  // Under LeakAction::kCut; where it goes as a whole its one cut is all of it.
  bool whole = false;
  std::uint64_t first_cut = 0;
  std::uint64_t cuts = 0;
};

// What of an item was met.
struct ItemLeak {
  std::uint32_t documents = 0;
  DocId first = kNoDoc;    // the first of them
  std::uint32_t most = 0;  // n-grams that one of them has
};

struct LeaksOfBlock : read::BlockVisitor::Made {
  struct OfDocument {
    Leak leak;                                            // its document: within the block
    std::vector<Gram> grams;                              // all that it shares, each once
    std::vector<std::pair<DocId, std::uint32_t>> shared;  // by item, how many
    std::vector<LeakCut> cuts;
  };
  std::vector<OfDocument> found;
};

class LeakVisitor : public read::VisitorOf<LeaksOfBlock> {
 public:
  // All must outlive it. `sets`: of each item's source, by which documents are counted. kInvalidArgument where nothing
  // can be cut of what the spec compares.
  static Result<std::unique_ptr<LeakVisitor>> of(const read::Collection& collection, const LeakOptions& wanted,
                                                 const TestGrams& grams, SpelledGrams& spelled,
                                                 std::vector<std::uint32_t> sets);

  Status make(std::span<const Document> documents, unsigned worker, LeaksOfBlock& made) override;
  Status take(DocId first, LeaksOfBlock& made) override;

  const std::vector<Leak>& leaks() const { return leaks_; }  // by documents, ascending
  std::span<const LeakCut> cuts_of(const Leak& leak) const {
    return std::span(cuts_).subspan(leak.first_cut, leak.cuts);
  }
  const std::vector<ItemLeak>& items() const { return items_; }
  const std::vector<std::uint64_t>& documents_of_sets() const { return documents_of_sets_; }
  bool was_met(Gram gram) const { return met_[gram] != 0; }

 private:
  struct Worker {
    read::BlockShingler shingler;
    std::unique_ptr<text::NamedShingler> named;
    std::vector<text::NamedShingle> spelled;
    std::vector<DocId> items;
    std::unique_ptr<LeakPlaces> places;  // where something is cut
    std::string left;
  };

  LeakVisitor(const LeakOptions& wanted, const TestGrams& grams, SpelledGrams& spelled,
              std::vector<std::uint32_t> sets);
  Status verify(const Document& document, Worker& own, LeaksOfBlock::OfDocument& found);
  // What of the document goes, so that nothing is left of what it shares.
  Status cut(const Document& document, Worker& own, LeaksOfBlock::OfDocument& found);
  Result<bool> shares_something(std::string_view text, Worker& own);
  void count_items(Worker& own, LeaksOfBlock::OfDocument& found) const;

  LeakOptions wanted_;
  const TestGrams& grams_;
  SpelledGrams& spelled_;
  std::vector<std::uint32_t> sets_;
  std::vector<Worker> workers_;
  std::vector<Leak> leaks_;
  std::vector<LeakCut> cuts_;
  std::vector<ItemLeak> items_;
  std::vector<std::uint64_t> documents_of_sets_;
  std::vector<std::uint8_t> met_;  // by n-gram
  std::vector<std::uint32_t> sets_of_document_;
};

}  // namespace textkin::engine::leaks
