// Document: one text with an id, and DocumentRecord: where it lies, so that it can be read again.
//
// Text is never held for a whole collection. A reader yields Documents block by block; what stays is one
// DocumentRecord a document (32 bytes), and a later stage that needs the text reads it again by its record.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin {

// Position of a document in input order, counted from 0 over all sources. At most 2^32 - 2 documents a run.
using DocId = std::uint32_t;
inline constexpr DocId kNoDoc = 0xFFFFFFFFu;

// Where the bytes of a document lie: `length` bytes at `offset` of source number `source` (for a compressed
// source or a pipe: offset in the unpacked bytes). For JSONL and lines these are the bytes of the line without
// its line end; for a file that is one document, the whole file.
struct DocumentRecord {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t source = 0;
  std::uint32_t line = 0;        // 1-based line in the source; 0 where the file is one document
  std::uint32_t characters = 0;  // code points of the text
  // XXH3 of those bytes as they were first read; where text was extracted, of the file's own. 0: of rows in memory.
  std::uint64_t checksum = 0;
};

// One text as a reader yields it. The views live as long as the block that they came from.
struct Document {
  std::string_view id;    // the user's id; UTF-8
  std::string_view text;  // valid UTF-8, without the byte order mark of a file; may contain NUL
  DocumentRecord record;
};

}  // namespace textkin
