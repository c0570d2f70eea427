// A stretch of the document table: documents that follow one another, in memory, in a block file, or in both.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "store/block_file.h"
#include "store/block_file_writer.h"
#include "store/document_row.h"
#include "store/string_column.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

struct DocumentStretch {
  // Rows stand in chunks, so that growing copies nothing and costs at most one chunk.
  static constexpr std::size_t kChunkRows = 4096;
  struct Chunk {
    std::array<DocumentRecord, kChunkRows> records;
    std::array<std::uint32_t, kChunkRows> sizes;
  };

  DocId first = 0;
  DocId count = 0;

  struct Rows {
    std::vector<std::unique_ptr<Chunk>> chunks;
    StringColumn ids;
    StringColumn values;  // empty where no document has one
  };
  std::unique_ptr<Rows> rows;  // null: not in memory

  // In a file; null: in memory only, the open stretch.
  std::shared_ptr<const BlockFile> file;
  const Block* record_block = nullptr;
  const Block* size_block = nullptr;
  const Block* id_block = nullptr;
  const Block* value_block = nullptr;  // null: no document has one

  std::uint64_t memory_bytes() const;
  void append(const DocumentRow& row);
  Status write(BlockFileWriter& to) const;  // of a stretch in memory

  // Takes the blocks of `from`, checks their shapes, and sets `count`.
  Status attach(std::shared_ptr<const BlockFile> from);
  // Reads all that attach() found and checks it; into memory if `keep`.
  Status scan(bool keep);
};

}  // namespace textkin::store
