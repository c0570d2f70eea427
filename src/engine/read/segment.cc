#include "engine/read/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/free_room.h"
#include "base/record_partitions.h"
#include "input/sources/spool.h"
#include "store/block_file_writer.h"
#include "store/segment_meta.h"

namespace textkin::engine::read {
namespace {

using Chunk = input::Spool::Chunk;
static_assert(std::is_trivially_copyable_v<Chunk>);

Result<store::SegmentMeta> meta_of(const store::BlockFile& file) {
  std::string bytes;
  if (const store::Block* block = file.find(store::BlockKind::kMeta, 0))
    TEXTKIN_RETURN_IF_ERROR(file.read(*block, bytes));
  return store::SegmentMeta::decode(bytes, file.path());
}

Status append_chunks(const store::BlockFile& file, std::vector<Chunk>& chunks) {
  const store::Block* block = file.find(store::BlockKind::kSpoolChunks, 0);
  if (block == nullptr) return {};
  std::string bytes;
  TEXTKIN_RETURN_IF_ERROR(file.read(*block, bytes));
  if (bytes.size() % sizeof(Chunk) != 0) return file.damaged("its list of spooled bytes ends early");
  const std::size_t before = chunks.size();
  chunks.resize(before + bytes.size() / sizeof(Chunk));
  std::memcpy(chunks.data() + before, bytes.data(), (chunks.size() - before) * sizeof(Chunk));
  return {};
}

}  // namespace

Status write_segment(Collection& collection, run::Journal& journal, base::DocumentRecords& whole,
                     base::DocumentRecords& bands, run::ProblemLog& problems, input::Spool* spool,
                     const input::ReadPosition& after, store::Stage stage) {
  // Documents alone may have gone to disk before: spill_documents.h.
  const DocId first = std::min(collection.recorded, collection.table.open_begin());
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<store::BlockFileWriter> opened, journal.new_segment());
  store::BlockFileWriter& file = *opened;
  store::SegmentMeta meta;
  meta.first = first;
  meta.documents = collection.documents() - first;
  meta.against = collection.against;
  meta.empty = collection.empty;
  meta.features = collection.features;
  meta.source = after.source;
  meta.offset = after.offset;
  meta.line = after.line;
  meta.input_bytes = after.input_bytes;
  meta.checksum = after.checksum;
  TEXTKIN_RETURN_IF_ERROR(file.append(store::BlockKind::kMeta, 0, meta.encode()));
  TEXTKIN_RETURN_IF_ERROR(collection.table.write_open(file));
  TEXTKIN_RETURN_IF_ERROR(store::write_records(store::RecordKind::kWhole, first, whole, file));
  base::free_room(whole);
  TEXTKIN_RETURN_IF_ERROR(store::write_records(store::RecordKind::kBands, first, bands, file));
  base::free_room(bands);
  if (journal.kept()) {
    TEXTKIN_RETURN_IF_ERROR(file.append(store::BlockKind::kProblems, 0, problems.take_new()));
    if (spool != nullptr) {
      TEXTKIN_RETURN_IF_ERROR(spool->sync());
      const std::vector<Chunk> chunks = spool->take_new_chunks(after);
      TEXTKIN_RETURN_IF_ERROR(
          file.append(store::BlockKind::kSpoolChunks, 0,
                      {reinterpret_cast<const char*>(chunks.data()), chunks.size() * sizeof(Chunk)}));
    }
  }
  TEXTKIN_ASSIGN_OR_RETURN(run::Journal::File written, journal.add_segment(file, meta.documents, stage));
  const bool fits = collection.table.memory_bytes() <= collection.shares.documents;
  TEXTKIN_RETURN_IF_ERROR(collection.table.close_open(written, fits));
  if (!fits) collection.table.drop();
  collection.recorded = collection.documents();
  return {};
}

Result<input::ReadPosition> take_up_segments(Collection& collection, const run::Journal& journal,
                                             run::ProblemLog& problems, input::Spool* spool) {
  input::ReadPosition after;
  std::vector<Chunk> chunks;
  for (const run::Journal::File& file : journal.segments()) {
    TEXTKIN_RETURN_IF_ERROR(file->verify());
    TEXTKIN_ASSIGN_OR_RETURN(const store::SegmentMeta meta, meta_of(*file));
    const bool fits = collection.table.memory_bytes() + file->bytes() / 4 <= collection.shares.documents;
    TEXTKIN_RETURN_IF_ERROR(collection.table.load(file, fits));
    if (meta.first + meta.documents != collection.documents() || meta.source > collection.list.sources.size())
      return Status(Code::kBadInput, fmt::format("{}: damaged: its documents are not the {} behind those of the files "
                                                 "before it; remove the run directory and run again",
                                                 file->path(), meta.documents));
    collection.recorded = collection.documents();
    collection.against = static_cast<DocId>(meta.against);
    collection.empty = meta.empty;
    collection.features = meta.features;
    after = {.source = static_cast<std::uint32_t>(meta.source),
             .offset = meta.offset,
             .line = meta.line,
             .input_bytes = meta.input_bytes,
             .checksum = meta.checksum};
    collection.input_bytes = after.input_bytes;
    if (const store::Block* block = file->find(store::BlockKind::kProblems, 0)) {
      std::string bytes;
      TEXTKIN_RETURN_IF_ERROR(file->read(*block, bytes));
      TEXTKIN_RETURN_IF_ERROR(problems.take_up(bytes, file->path()));
    }
    TEXTKIN_RETURN_IF_ERROR(append_chunks(*file, chunks));
  }
  if (spool != nullptr) TEXTKIN_RETURN_IF_ERROR(spool->restore(std::move(chunks)));
  return after;
}

Result<std::unique_ptr<base::RecordPartitions>> segment_records(store::RecordKind kind, const run::Journal& journal,
                                                                std::unique_ptr<base::RecordPartitions> rest) {
  const std::vector<run::Journal::File>& files = journal.segments();
  if (files.empty() && rest != nullptr) return rest;
  auto records = std::make_unique<store::SegmentRecords>(kind, std::move(rest));
  for (const run::Journal::File& file : files) {
    TEXTKIN_ASSIGN_OR_RETURN(const store::SegmentMeta meta, meta_of(*file));
    TEXTKIN_RETURN_IF_ERROR(records->add(file, static_cast<DocId>(meta.first), static_cast<DocId>(meta.documents)));
  }
  return std::unique_ptr<base::RecordPartitions>(std::move(records));
}

}  // namespace textkin::engine::read
