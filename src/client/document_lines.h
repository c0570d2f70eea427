// DocumentLines: the documents of an INPUT as lines of JSON, in pieces of a few megabytes, on their way to a server.
//
// Promise: what is sent is a document's text as it was read here, by the readers of every command, and its fields as
// an index keeps them. Pieces are sent in input order, each when the next document is known or the input has ended.
// Memory: two pieces, and a line. Threads: made by many, sent by one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read/block_visitor.h"
#include "textkin/status.h"

namespace textkin::client {

// So many lines, whole ones.
struct Piece {
  std::string lines;
  std::uint64_t documents = 0;
  std::uint64_t first = 0;  // number of the first of them in the input
};

struct LinesOfBlock : engine::read::BlockVisitor::Made {
  std::vector<std::string> rests;  // of the line of each document, behind its id, without the end
  std::vector<std::string_view> ids;
};

class DocumentLines : public engine::read::VisitorOf<LinesOfBlock> {
 public:
  // `fields`: names of the values that are read of each document. `ids`: the documents' own, or else their numbers in
  // the input, by which rows find back to them whatever the ids are. `most`: bytes of a piece.
  DocumentLines(std::vector<std::string> fields, bool ids, std::size_t most = kMostOfPiece)
      : fields_(std::move(fields)), ids_(ids), most_(most) {}

  Status make(std::span<const Document> documents, unsigned worker, LinesOfBlock& made) override;
  void add_values(std::span<const FieldValue> values, LinesOfBlock& made) override;
  Status take(DocId first, LinesOfBlock& made) override;
  bool keeps_documents() const override { return !ids_; }

  // What is left, as the last piece; there is none where nothing was read.
  Status finish();
  std::uint64_t documents() const { return documents_; }

 protected:
  static constexpr std::size_t kMostOfPiece = std::size_t{4} << 20;  // bytes
  static constexpr unsigned kMostLate = 4;

  virtual Status send(const Piece& piece, bool last) = 0;

  // A piece that is too large for the server becomes two; 0 documents where it is one document.
  static std::pair<Piece, Piece> halves(const Piece& piece);
  // Of a piece that was refused: whether its halves may be taken; later ones are smaller then. One that took too long
  // is halved a few times only, for each try takes as long again.
  bool sends_less(bool too_large, bool too_late);
  void was_taken() { late_ = 0; }

 private:
  std::vector<std::string> fields_;
  bool ids_;
  std::size_t most_;
  unsigned late_ = 0;  // pieces in a row
  Piece piece_;
  std::uint64_t documents_ = 0;
};

}  // namespace textkin::client
