// Block: bytes of whole records on their way from BlockReader to RecordParser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/raw_bytes.h"
#include "input/blocks/problem.h"
#include "input/blocks/read_position.h"

namespace textkin::input {

class Spool;

// Bytes of one source within a block: whole records, or one whole file. Of a source in memory, rows: `offset` is the
// number of the first, `size` says how many; they have no place in the block's bytes.
struct Piece {
  std::uint32_t source = 0;
  std::uint64_t offset = 0;      // of its first byte in the (unpacked) source
  std::uint64_t first_line = 1;  // number of its first line; 0 for a file that is one document
  std::size_t begin = 0;         // place in the block's bytes
  std::size_t size = 0;
};

// A source that was read to its end, and the XXH3 of its unpacked bytes.
struct FinishedSource {
  std::uint32_t source = 0;
  std::uint64_t checksum = 0;

  bool operator==(const FinishedSource&) const = default;
};

struct Block {
  // Bytes of zero behind the pieces, which belong to none: parsers may read so far.
  static constexpr std::size_t kPadding = 64;

  std::uint64_t number = 0;
  base::RawBytes bytes;  // with the padding
  std::vector<Piece> pieces;
  std::vector<Problem> problems;  // of files and lines that could not be read; in input order before all pieces
  // For progress: bytes of the files consumed (packed size for compressed sources). Those of all blocks behind a
  // position and its own input_bytes are those of the whole.
  std::uint64_t input_bytes = 0;
  ReadPosition after;  // where what follows begins
  // Sources that end before it; only under checksums, and then a block may hold nothing else.
  std::vector<FinishedSource> finished;
  std::shared_ptr<Spool> spool;  // where RecordParser keeps pieces of sources that cannot be read again
};

}  // namespace textkin::input
