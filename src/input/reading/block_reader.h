// BlockReader: the bytes of all sources, in input order, as blocks of whole records.
//
// It does what must be done in order: reading, unpacking, cutting, counting lines. What stands in the records is the
// matter of RecordParser, which may work on many blocks at once. Where the blocks are cut changes no result.
//
// Cost: next() takes 0.2 ns a byte of uncompressed input. Memory: a block of block_bytes, or of the longest record. A
// block has a line, row or file for each kBytesALine of block_bytes at most, since what is made of a document has its
// own size, however short it is. Threads: one.
#pragma once

#include <cstdint>
#include <memory>

#include "input/blocks/block.h"
#include "input/blocks/read_position.h"
#include "input/blocks/read_settings.h"
#include "input/sources/sources.h"
#include "textkin/status.h"

namespace textkin::input {

class Spool;

inline constexpr std::uint64_t kBytesALine = 64;

class BlockReader {
 public:
  // Begins at `from`, the place behind a block that a reader of the same list gave, perhaps in another process. What
  // follows are the documents, lines and problems that followed there, though perhaps in other blocks.
  // `list` must outlive the reader. `spool` must hold what stands before `from`: see Spool::restore(). Null: a scratch
  // file in the spool directory.
  // kInvalidArgument where `from` is no place in the list.
  static Result<std::unique_ptr<BlockReader>> open(const ReadSettings& settings, const SourceList& list,
                                                   const ReadPosition& from = {},
                                                   std::shared_ptr<Spool> spool = nullptr);
  ~BlockReader();

  // The next block; null after the last one.
  // - A byte order mark at the start of a source belongs to no record.
  // - A record or file that is too long is left out and told of as a Problem.
  // - A file that cannot be opened, or not be read to its end, is a Problem; under stop_on_error it is the Status.
  // - A packed file that is cut off or damaged is kBadInput with its name, after the blocks of what stands before the
  //   damage.
  // - So is a file read in place that is no longer what was listed: it was written to, cut or replaced meanwhile.
  // - The source that `from` lies in must still have the bytes before it. It is kBadInput where the source is shorter,
  //   and, under checksums, where those bytes are others. Where it cannot be opened, that is the Status and no Problem.
  Result<std::unique_ptr<Block>> next();

  // The spool of what has been read; shared with RecordReaders, which may read once the last block is parsed.
  std::shared_ptr<const Spool> spool() const;

 private:
  struct State;
  explicit BlockReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
