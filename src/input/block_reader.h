// BlockReader: sources -> blocks of whole records, in input order; and parse(): block -> documents.
//
// next() is called serially and does what must be in order: reading, unpacking, counting lines. parse() may run on many
// blocks at once, one RecordParser a thread, and must see each block once: it also writes what cannot be read again
// (streams, compressed sources, text that was extracted) to the spool (see spool.h), from where RecordReader reads it.
// Neither the cut into blocks nor threads change any result. A block knows the place behind it, from which another
// reader of the same list goes on: it gives the documents, lines and problems that follow, though perhaps in other
// blocks. A source of which the position has some bytes must still have them: kBadInput where it is shorter, or, under
// checksums, where they are others; where it cannot be read again, that is the Status and no Problem.
// Lines end at \n; one \r before it belongs to the line end, the last line needs none. A byte order mark at the start
// of a source belongs to no line. JSONL lines of white space only are no records; in lines an empty line is an empty
// document. Errors: an unreadable file is a Problem (or the Status, if stop_on_error); a truncated or corrupted
// compressed file is always kBadInput with its name, after the blocks of what stands before it; so is a file read in
// place that was written to, cut or replaced between its listing and its end. Cost: next() 0.2 ns a
// byte of uncompressed input; memory: a block of block_bytes, or of the longest record.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/raw_bytes.h"
#include "input/input_spec.h"
#include "input/problem.h"
#include "input/read_position.h"
#include "input/sources.h"
#include "textkin/document.h"
#include "textkin/field_value.h"
#include "textkin/status.h"

namespace textkin::input {

// Bytes of one source within a block: whole lines, or one whole file. Of a source in memory, rows: `offset` is the
// number of the first, `size` says how many; they have no place in the block's bytes.
struct Piece {
  std::uint32_t source = 0;
  std::uint64_t offset = 0;      // of its first byte in the (unpacked) source
  std::uint64_t first_line = 1;  // number of its first line; 0 for a file that is one document
  std::size_t begin = 0;         // place in the block's bytes
  std::size_t size = 0;
};

class Spool;

// A source that was read to its end, and the XXH3 of its unpacked bytes.
struct FinishedSource {
  std::uint32_t source = 0;
  std::uint64_t checksum = 0;

  bool operator==(const FinishedSource&) const = default;
};

struct Block {
  std::uint64_t number = 0;
  base::RawBytes bytes;  // followed by 64 readable bytes of zero that belong to no piece
  std::vector<Piece> pieces;
  std::vector<Problem> problems;  // of files and lines that could not be read; in input order before all pieces
  // For progress: bytes of the files consumed (packed size for compressed sources). Those of all blocks behind a
  // position and its own input_bytes are those of the whole.
  std::uint64_t input_bytes = 0;
  ReadPosition after;  // where what follows begins
  // Sources that end before it; only under checksums, and then a block may hold nothing else.
  std::vector<FinishedSource> finished;
  std::shared_ptr<Spool> spool;  // where parse() keeps pieces of sources that cannot be read again
};

// What a reader should know of a document's text: what was left out of it, how its letters were read.
struct Note {
  std::uint32_t source = 0;
  std::string text;  // one line for a person
};

struct ParsedBlock {
  std::vector<Document> documents;  // in order; views into `storage` or the Block
  // A document each, only if value_field is set; their texts live as long as this.
  std::vector<FieldValue> values;
  std::vector<Problem> problems;
  std::vector<Note> notes;
  std::vector<std::unique_ptr<char[]>> storage;
};

class BlockReader {
 public:
  // `list` must outlive the reader. Reading begins at `from`. `spool` must then hold what stands before: see
  // Spool::restore(). Null: one that is made as the spec says; what it holds begins at `from`.
  static Result<std::unique_ptr<BlockReader>> open(const InputSpec& spec, const SourceList& list,
                                                   const ReadPosition& from = {},
                                                   std::shared_ptr<Spool> spool = nullptr);
  ~BlockReader();

  // Null after the last block.
  Result<std::unique_ptr<Block>> next();

  // The spool of what has been read; shared with RecordReaders, which may read once the last block is parsed.
  std::shared_ptr<const Spool> spool() const;

 private:
  struct State;
  explicit BlockReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Parses blocks, and single records again. Threads: one each.
class RecordParser {
 public:
  RecordParser(const InputSpec& spec, const SourceList& list);
  ~RecordParser();

  // Replaces `out`. Under stop_on_error the first problem is returned as a Status that names file and line; invalid
  // UTF-8 under kFail always is. `list` must be that of the block's reader.
  Status parse(const Block& block, ParsedBlock& out);

  // The text of one record from its bytes, as parse() gave it. The view lives until the next call, and not longer than
  // `record`. kBadInput where they hold no text: then they are not the bytes that parse() saw.
  Result<std::string_view> text(const Source& source, std::string_view record);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
