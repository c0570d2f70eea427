// GramVisitor: documents stream by, and those that share an n-gram with a test item are noted, with what they share.
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

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/gram_places.h"
#include "engine/leaks/leak_options.h"
#include "engine/leaks/spelled_grams.h"
#include "engine/leaks/test_grams.h"
#include "engine/read/block_shingler.h"
#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "text/shingles/named_shingler.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

struct GramsOfBlock : read::BlockVisitor::Made {
  struct OfDocument : LeakOfDocument {
    std::vector<Gram> grams;  // all that it shares, each once
  };
  std::vector<OfDocument> found;
};

class GramVisitor : public read::VisitorOf<GramsOfBlock> {
 public:
  // All must outlive it. kInvalidArgument where nothing can be cut of what the spec compares.
  static Result<std::unique_ptr<GramVisitor>> of(const read::Collection& collection, const LeakOptions& wanted,
                                                 const TestGrams& grams, SpelledGrams& spelled, FoundLeaks& into);

  Status make(std::span<const Document> documents, unsigned worker, GramsOfBlock& made) override;
  Status take(DocId first, GramsOfBlock& made) override;

 private:
  struct Worker {
    read::BlockShingler shingler;
    std::unique_ptr<text::NamedShingler> named;
    std::vector<text::NamedShingle> spelled;
    std::vector<DocId> items;
    std::unique_ptr<GramPlaces> places;  // where something is cut
    std::string left;
  };

  GramVisitor(const LeakOptions& wanted, const TestGrams& grams, SpelledGrams& spelled, FoundLeaks& into)
      : wanted_(wanted), grams_(grams), spelled_(spelled), into_(into) {}
  Status verify(const Document& document, Worker& own, GramsOfBlock::OfDocument& found);
  // What of the document goes, so that nothing is left of what it shares.
  Status cut(const Document& document, Worker& own, GramsOfBlock::OfDocument& found);
  Result<bool> shares_something(std::string_view text, Worker& own);
  void count_items(Worker& own, GramsOfBlock::OfDocument& found) const;

  const LeakOptions& wanted_;
  const TestGrams& grams_;
  SpelledGrams& spelled_;
  FoundLeaks& into_;
  std::vector<Worker> workers_;
};

}  // namespace textkin::engine::leaks
