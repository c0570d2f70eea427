#include "store/document_stretch.h"

#include <algorithm>
#include <utility>

#include "store/block_scanner.h"

namespace textkin::store {
namespace {

// The rows of a column in the chunks, as the pieces of a block.
template <class Chunks, class Column>
std::vector<std::string_view> pieces_of(const Chunks& chunks, std::size_t rows, Column column) {
  std::vector<std::string_view> pieces;
  for (const auto& chunk : chunks) {
    const auto& values = (*chunk).*column;
    const std::size_t count = std::min(rows, values.size());
    pieces.emplace_back(reinterpret_cast<const char*>(values.data()), count * sizeof values[0]);
    rows -= count;
  }
  return pieces;
}

// Reads such a block, into the chunks or, where there are none, to the end.
template <class Chunks, class Column>
Status scan_pieces(const BlockFile& file, const Block& block, Chunks& chunks, std::size_t rows, Column column) {
  BlockScanner scanner(file, block);
  if (chunks.empty()) TEXTKIN_RETURN_IF_ERROR(scanner.skip(block.size));
  for (auto& chunk : chunks) {
    auto& values = (*chunk).*column;
    const std::size_t count = std::min(rows, values.size());
    TEXTKIN_RETURN_IF_ERROR(scanner.read(reinterpret_cast<char*>(values.data()), count * sizeof values[0]));
    rows -= count;
  }
  return scanner.finish();
}

static_assert(sizeof(DocumentRecord) == 32, "records stand in files as they stand in memory");

}  // namespace

std::uint64_t DocumentStretch::memory_bytes() const {
  std::uint64_t bytes = sizeof *this;
  if (file != nullptr) bytes += file->memory_bytes();
  if (rows == nullptr) return bytes;
  bytes += sizeof *rows + rows->chunks.capacity() * sizeof rows->chunks[0] + rows->chunks.size() * sizeof(Chunk);
  return bytes + rows->ids.memory_bytes() + rows->values.memory_bytes();
}

void DocumentStretch::append(const DocumentRow& row) {
  if (count % kChunkRows == 0) rows->chunks.push_back(std::make_unique_for_overwrite<Chunk>());
  rows->chunks.back()->records[count % kChunkRows] = row.record;
  rows->chunks.back()->sizes[count % kChunkRows] = row.size;
  rows->ids.append(row.id);
  if (!row.value.empty() && rows->values.size() == 0) rows->values.fill(count);
  if (!row.value.empty() || rows->values.size() > 0) rows->values.append(row.value);
  ++count;
}

Status DocumentStretch::write(BlockFileWriter& to) const {
  TEXTKIN_RETURN_IF_ERROR(to.append(BlockKind::kRecords, 0, pieces_of(rows->chunks, count, &Chunk::records)));
  TEXTKIN_RETURN_IF_ERROR(to.append(BlockKind::kSizes, 0, pieces_of(rows->chunks, count, &Chunk::sizes)));
  TEXTKIN_RETURN_IF_ERROR(rows->ids.write(BlockKind::kIds, to));
  return rows->values.size() == 0 ? Status() : rows->values.write(BlockKind::kValues, to);
}

Status DocumentStretch::attach(std::shared_ptr<const BlockFile> from) {
  file = std::move(from);
  record_block = file->find(BlockKind::kRecords, 0);
  size_block = file->find(BlockKind::kSizes, 0);
  id_block = file->find(BlockKind::kIds, 0);
  value_block = file->find(BlockKind::kValues, 0);
  if (record_block == nullptr || size_block == nullptr || id_block == nullptr)
    return file->damaged("it has no table of documents");
  const std::uint64_t rows = record_block->size / sizeof(DocumentRecord);
  if (rows >= kNoDoc || record_block->size % sizeof(DocumentRecord) != 0 ||
      size_block->size != rows * sizeof(std::uint32_t))
    return file->damaged("the columns of its documents are not of one length");
  count = static_cast<DocId>(rows);
  if (!may_be_string_column(*id_block, count) || (value_block != nullptr && !may_be_string_column(*value_block, count)))
    return file->damaged("the columns of its documents are not of one length");
  return {};
}

Status DocumentStretch::scan(bool keep) {
  auto read = std::make_unique<Rows>();
  if (keep)
    for (std::size_t first_row = 0; first_row < count; first_row += kChunkRows)
      read->chunks.push_back(std::make_unique_for_overwrite<Chunk>());
  TEXTKIN_RETURN_IF_ERROR(scan_pieces(*file, *record_block, read->chunks, count, &Chunk::records));
  TEXTKIN_RETURN_IF_ERROR(scan_pieces(*file, *size_block, read->chunks, count, &Chunk::sizes));
  TEXTKIN_RETURN_IF_ERROR(read_string_column(*file, *id_block, count, keep ? &read->ids : nullptr));
  if (value_block != nullptr)
    TEXTKIN_RETURN_IF_ERROR(read_string_column(*file, *value_block, count, keep ? &read->values : nullptr));
  rows = keep ? std::move(read) : nullptr;
  return {};
}

}  // namespace textkin::store
