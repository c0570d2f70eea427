#include "engine/find/result_files.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "join/sets/verify_counts.h"
#include "store/block_file_writer.h"
#include "textkin/duplicate.h"

namespace textkin::engine::find {
namespace {

using store::BlockKind;

static_assert(sizeof(VerifiedPair) == 20 && sizeof(Duplicate) == 12 && sizeof(join::VerifyCounts) == 16);

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

Status damaged(const store::BlockFile& file) {
  return Status(
      Code::kBadInput,
      file.path() + ": damaged: it does not belong to these documents; remove the run directory and run again");
}

template <class T>
Status read_values(const store::BlockFile& file, BlockKind kind, std::vector<T>& out) {
  const store::Block* block = file.find(kind, 0);
  if (block == nullptr || block->size % sizeof(T) != 0) return damaged(file);
  std::string bytes;
  TEXTKIN_RETURN_IF_ERROR(file.read(*block, bytes));
  out.resize(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return {};
}

Status add_counts(const store::BlockFile& file, FoundPairs& found) {
  std::vector<join::VerifyCounts> counts;
  TEXTKIN_RETURN_IF_ERROR(read_values(file, BlockKind::kMeta, counts));
  if (counts.size() != 1) return damaged(file);
  found.counts.candidates += counts.front().candidates;
  found.counts.verified += counts.front().verified;
  return {};
}

}  // namespace

Status write_identical(run::Journal& journal, const FoundPairs& found) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<store::BlockFileWriter> file, journal.new_identical());
  TEXTKIN_RETURN_IF_ERROR(file->append(BlockKind::kMeta, 0, bytes_of(std::span(&found.counts, 1))));
  TEXTKIN_RETURN_IF_ERROR(file->append(BlockKind::kDuplicates, 0, bytes_of(std::span(found.duplicates))));
  return journal.add_identical(*file);
}

Status write_pairs(run::Journal& journal, std::span<const VerifiedPair> pairs, const join::VerifyCounts& counts) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<store::BlockFileWriter> file, journal.new_pairs());
  TEXTKIN_RETURN_IF_ERROR(file->append(BlockKind::kMeta, 0, bytes_of(std::span(&counts, 1))));
  TEXTKIN_RETURN_IF_ERROR(file->append(BlockKind::kPairs, 0, bytes_of(pairs)));
  return journal.add_pairs(*file, pairs.size());
}

Status take_up_identical(const store::BlockFile& file, DocId documents, FoundPairs& found) {
  TEXTKIN_RETURN_IF_ERROR(add_counts(file, found));
  TEXTKIN_RETURN_IF_ERROR(read_values(file, BlockKind::kDuplicates, found.duplicates));
  const bool fits = std::ranges::all_of(found.duplicates, [&](const Duplicate& duplicate) {
    return duplicate.doc < documents && duplicate.first < documents;
  });
  return fits ? Status() : damaged(file);
}

Status take_up_pairs(const run::Journal::File& file, DocId documents, FoundPairs& found) {
  TEXTKIN_RETURN_IF_ERROR(add_counts(*file, found));
  std::vector<VerifiedPair> pairs;
  TEXTKIN_RETURN_IF_ERROR(read_values(*file, BlockKind::kPairs, pairs));
  const bool fits =
      std::ranges::all_of(pairs, [&](const VerifiedPair& pair) { return pair.a < documents && pair.b < documents; });
  if (!fits) return damaged(*file);
  return found.pairs.append(file);
}

}  // namespace textkin::engine::find
