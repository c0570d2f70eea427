// BlockFile: a file of checksummed blocks with an index at its end; the form of every file of a run directory but the
// manifest (docs/format.md).
//
// A file appears under its name only when it is complete and on the disk: commit() writes the index, syncs the file,
// renames it and syncs the folder. A reader trusts nothing: open() checks head, index and every extent against the
// file's size; read() checks the block's checksum; verify() reads it all. Errors: kBadInput "PATH: damaged: WHAT;
// ADVICE" where bytes are not what they were, kMismatch where the file belongs to another run or a newer format, kIo.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/output_file.h"
#include "textkin/status.h"

namespace textkin::store {

// What a block holds. Numbers stand in files: never change one.
enum class BlockKind : std::uint32_t {
  kMeta = 1,       // JSON: what the file is, counts, positions
  kRecords = 2,    // DocumentRecord, a document each
  kSizes = 3,      // u32 number of features, a document each
  kIds = 4,        // a string column, see document_table.h
  kValues = 5,     // the same: encoded values of --keep field:NAME
  kWholeKeys = 6,  // u64 keys over whole signatures; number = partition
  kWholeDocs = 7,  // u32 documents, counted from the first of the file, in the order of the keys
  kBandKeys = 8,   // the same of the bands
  kBandDocs = 9,
  kProblems = 10,  // JSON lines
  kSpoolChunks = 11,
  kPairs = 12,  // VerifiedPair
  kDuplicates = 13,
};

class BlockFileWriter {
 public:
  // `run`: fingerprint of the run that the file belongs to.
  static Result<std::unique_ptr<BlockFileWriter>> create(const std::string& path, std::uint64_t run);

  // Each (kind, number) once; any order. Written at once, nothing is held but the index.
  Status append(BlockKind kind, std::uint32_t number, std::string_view bytes);
  Status commit();
  std::uint64_t bytes() const;  // written so far

 private:
  struct State;
  explicit BlockFileWriter(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

// Threads: any number at once.
class BlockFile {
 public:
  struct Block {
    BlockKind kind;
    std::uint32_t number;
    std::uint64_t offset;  // in the file
    std::uint64_t size;
    std::uint64_t checksum;
  };

  static Result<std::shared_ptr<const BlockFile>> open(const std::string& path, std::uint64_t run);

  const std::string& path() const { return file_.path(); }
  std::uint64_t bytes() const;
  const std::vector<Block>& blocks() const { return blocks_; }
  // Null where there is none. Ascending by (kind, number), so a search.
  const Block* find(BlockKind kind, std::uint32_t number) const;

  // Replaces `out` by the block, checked.
  Status read(const Block& block, std::string& out) const;
  // Part of a block, unchecked: for random access to a file that verify() has seen.
  Status read_at(const Block& block, std::uint64_t offset, char* out, std::size_t size) const;
  Status verify() const;

 private:
  explicit BlockFile(base::File file) : file_(std::move(file)) {}
  base::File file_;
  std::vector<Block> blocks_;
};

}  // namespace textkin::store
