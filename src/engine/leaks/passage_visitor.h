// PassageVisitor: documents stream by, and those that share a passage with a test item are noted, with what they share.
//
// Verified: a fingerprint only says where to look; what is noted was aligned, word by word. The passages are those of
// engine/passages with the same options between the documents and the items, where nothing is common.
// Memory: a thread's share of an eighth for a document and the item that it is aligned with; a larger pair is aligned
// alone, with a quarter.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/leaks/leak_room.h"
#include "engine/leaks/test_texts.h"
#include "engine/passages/passage_memory.h"
#include "engine/passages/text_aligner.h"
#include "engine/passages/text_fingerprints.h"
#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "text/places/located_words.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

struct PassagesOfBlock : read::BlockVisitor::Made {
  struct OfDocument : LeakOfDocument {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> met;  // words of items: [first, second)
  };
  std::vector<OfDocument> found;
};

class PassageVisitor final : public read::VisitorOf<PassagesOfBlock> {
 public:
  // All must outlive it.
  PassageVisitor(const read::Collection& collection, const LeakOptions& wanted, const TestTexts& tests,
                 const text::WordKind& kind, const align::WinnowSpec& spec, FoundLeaks& into);

  Status make(std::span<const Document> documents, unsigned worker, PassagesOfBlock& made) override;
  Status take(DocId first, PassagesOfBlock& made) override;

  // Once all documents are read: kExhausted, with what would do for all of them, where one of them or what they share
  // had no room.
  Status check() const;

 private:
  struct ItemSeed {
    DocId item;
    align::Seed seed;

    auto key() const { return std::tuple(item, seed.a, seed.b); }
  };
  // A passage, with its first word in the document.
  struct Placed {
    LeakPassage passage;
    std::uint32_t first_word;
  };
  struct Worker {
    Worker(const text::WordKind& kind, const align::WinnowSpec& winnow, const align::AlignSpec& spec)
        : fingerprints(kind, winnow), locator(kind), aligner(spec, kind.code != nullptr) {}
    passages::TextFingerprints fingerprints;
    text::WordLocator locator;
    passages::TextAligner aligner;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> chosen;  // fingerprint and place
    std::vector<ItemSeed> seeds;                                  // of the document, by item
    std::vector<align::Seed> of_pair;
    std::vector<text::LocatedWord> located;
    passages::WordColumns text;
    std::vector<Piece> pieces;
    std::vector<align::WordSpan> in_item;
    std::vector<Placed> found;
    std::string left;
  };

  // Passages of one document after the other: to own.found, by item; what of each item to `shared` and `met`.
  Status find(const Document& document, Worker& own, PassagesOfBlock::OfDocument& out);
  void find_seeds(Worker& own) const;
  // With a document's words at hand. How many bytes it needs that are more than `room`; 0: all is found.
  Result<std::uint64_t> align(Worker& own, std::uint64_t room, PassagesOfBlock::OfDocument& out);
  void add(DocId item, Worker& own, PassagesOfBlock::OfDocument& out) const;
  // Of a pair that has no room, and of which nothing is found.
  Status meet_too_large(const Document& document, Worker& own, std::uint64_t bytes);
  // Scratch of a large document must not stay behind it.
  void free_large(Worker& own) const;
  // What of the document goes, so that no passage is left.
  Status cut(const Document& document, Worker& own, PassagesOfBlock::OfDocument& out);

  const read::Collection& collection_;
  const LeakOptions& wanted_;
  const TestTexts& tests_;
  FoundLeaks& into_;
  const std::uint64_t share_;
  std::shared_mutex alone_;
  passages::LargestNeed too_large_;
  LeakRoom room_;
  std::vector<std::unique_ptr<Worker>> workers_;  // one a thread
};

}  // namespace textkin::engine::leaks
