// GramVisitor: documents stream by, and those that share an n-gram with a test item are noted, with what they share.
//
// Verified: of each n-gram that decides anything the document's spelling is held against the item's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/gram_places.h"
#include "engine/leaks/item_counts.h"
#include "engine/leaks/leak_options.h"
#include "engine/leaks/leak_room.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/block_shingler.h"
#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "text/shingles/named_shingler.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

struct GramsOfBlock : read::BlockVisitor::Made {
  struct OfDocument : LeakOfDocument {
    std::vector<Gram> grams;  // all that it shares, each once, as they stand in it
  };
  std::vector<OfDocument> found;
};

class GramVisitor final : public read::VisitorOf<GramsOfBlock> {
 public:
  // All must outlive it. kInvalidArgument where nothing can be cut of what the spec compares.
  static Result<std::unique_ptr<GramVisitor>> of(const read::Collection& collection, const LeakOptions& wanted,
                                                 const TestGrams& grams, FoundLeaks& into);

  Status make(std::span<const Document> documents, unsigned worker, GramsOfBlock& made) override;
  Status take(DocId first, GramsOfBlock& made) override;

  // Once all documents are read. kExhausted, with what would do, where what they share had no room.
  Status finish();

 private:
  struct Worker {
    read::BlockShingler shingler;
    std::unique_ptr<text::NamedShingler> named;
    std::unique_ptr<GramPlaces> places;  // where something is cut
    std::string left;
  };

  GramVisitor(const read::Collection& collection, const LeakOptions& wanted, const TestGrams& grams, FoundLeaks& into)
      : wanted_(wanted), grams_(grams), into_(into), room_(collection, grams.bytes()), counts_(grams, into.sets()) {}
  void verify(const text::SpelledShingles& shingles, GramsOfBlock::OfDocument& found) const;
  // What of the document goes, so that nothing is left of what it shares.
  Status cut(const Document& document, const text::SpelledShingles& shingles, Worker& own,
             GramsOfBlock::OfDocument& found) const;
  bool shares_something(std::string_view text, Worker& own) const;
  void count_items(DocId document, GramsOfBlock::OfDocument& found);
  // To `into`, what was counted of many documents together.
  void add_combinations();

  const LeakOptions& wanted_;
  const TestGrams& grams_;
  FoundLeaks& into_;
  LeakRoom room_;
  ItemCounts counts_;
  std::vector<Worker> workers_;  // one a thread
};

}  // namespace textkin::engine::leaks
