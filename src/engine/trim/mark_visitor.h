// MarkVisitor: the first look at the texts: marks of their pieces go into SeenTwice, and what there is is counted.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "engine/trim/seen_twice.h"
#include "engine/trim/text_pieces.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

struct MarksOfBlock : read::BlockVisitor::Made {
  std::vector<std::uint64_t> marks;
  std::uint64_t short_units = 0;
  std::uint32_t most_pieces = 0;
};

class MarkVisitor : public read::VisitorOf<MarksOfBlock> {
 public:
  // All must outlive it; one of `pieces` a thread.
  MarkVisitor(const read::Collection& collection, std::vector<std::unique_ptr<TextPieces>>& pieces, SeenTwice& marks)
      : collection_(collection), pieces_(pieces), marks_(marks) {}

  // kExhausted, with what would do, where the words of a document have no room.
  Status make(std::span<const Document> documents, unsigned worker, MarksOfBlock& made) override;
  Status take(DocId first, MarksOfBlock& made) override;

  std::uint64_t short_units() const { return short_units_; }
  std::uint32_t most_pieces() const { return most_pieces_; }  // that any document may have

 private:
  const read::Collection& collection_;
  std::vector<std::unique_ptr<TextPieces>>& pieces_;
  SeenTwice& marks_;
  std::uint64_t short_units_ = 0;
  std::uint32_t most_pieces_ = 0;
};

}  // namespace textkin::engine::trim
