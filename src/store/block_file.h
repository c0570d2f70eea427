// BlockFile: a file of checksummed blocks with an index at its end; the form of every file of a run directory but the
// manifest (docs/format.md).
//
// A file appears under its name only when it is complete and on the disk: commit() writes the index, syncs the file,
// renames it and syncs the folder. A reader trusts nothing: open() checks head, index and every extent against the
// file's size; read() checks the block's checksum; verify() reads it all. Errors: kBadInput "PATH: damaged: WHAT;
// ADVICE" where bytes are not what they were, kMismatch where the file belongs to another run or a newer format, kIo,
// kExhausted where a block is larger than memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "textkin/status.h"

namespace textkin::store {

inline constexpr std::string_view kBlockFileMagic = "tkblocks";     // the first bytes of a file
inline constexpr std::string_view kBlockFileEndMagic = "tkblkend";  // the last ones
inline constexpr std::uint32_t kBlockFileVersion = 1;
inline constexpr std::uint64_t kMostBlocks = 1u << 20;  // a file

// What a block holds; docs/format.md has the bytes. Numbers stand in files: never change one. A reader passes over
// kinds that it does not know.
enum class BlockKind : std::uint32_t {
  kMeta = 1,       // what the file is: of a segment see segment_meta.h, else what its writer counted
  kRecords = 2,    // DocumentRecord, a document each
  kSizes = 3,      // u32 number of features, a document each
  kIds = 4,        // a string column, see document_table.h
  kValues = 5,     // the same: encoded values of --keep field:NAME
  kWholeKeys = 6,  // u64 keys over whole signatures; number = partition
  kWholeDocs = 7,  // u32 documents, counted from the first of the file, in the order of the keys
  kBandKeys = 8,   // the same of the bands
  kBandDocs = 9,
  kProblems = 10,  // what became of documents that could not be used
  kSpoolChunks = 11,
  kPairs = 12,       // VerifiedPair
  kDuplicates = 13,  // documents that equal an earlier one
};

// Threads: one at a time.
class BlockFileWriter {
 public:
  // `run`: fingerprint of the run that the file belongs to. Not `durable`: nobody waits for the disk, for a file that
  // is of no use once this run has ended.
  static Result<std::unique_ptr<BlockFileWriter>> create(const std::string& path, std::uint64_t run,
                                                         bool durable = true);
  ~BlockFileWriter();

  // Each (kind, number) once; any order. Written at once, nothing is held but the index. After an error nothing more is
  // written and commit() gives that error.
  Status append(BlockKind kind, std::uint32_t number, std::string_view bytes);
  // A block of these pieces, one behind the other.
  Status append(BlockKind kind, std::uint32_t number, std::span<const std::string_view> pieces);
  // The last call. Without it nothing is left behind.
  Status commit();
  std::uint64_t bytes() const;  // written so far

 private:
  struct State;
  explicit BlockFileWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Threads: any number at once. Memory: 32 bytes a block.
class BlockFile {
 public:
  struct Block {
    BlockKind kind;
    std::uint32_t number;
    std::uint64_t offset;  // in the file
    std::uint64_t size;
    std::uint64_t checksum;  // XXH3
  };

  static Result<std::shared_ptr<const BlockFile>> open(const std::string& path, std::uint64_t run);

  const std::string& path() const { return file_.path(); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t memory_bytes() const { return sizeof *this + path().capacity() + blocks_.capacity() * sizeof(Block); }
  const std::vector<Block>& blocks() const { return blocks_; }
  // Null where there is none. Ascending by (kind, number), so a search.
  const Block* find(BlockKind kind, std::uint32_t number) const;

  // Replaces `out` by the block, checked.
  Status read(const Block& block, std::string& out) const;
  // Part of a block, unchecked: for random access to a file that verify() has seen, and for who checks what it reads.
  Status read_at(const Block& block, std::uint64_t offset, char* out, std::size_t size) const;
  // Everything, in pieces of 1 MiB.
  Status verify() const;

  // kBadInput "PATH: damaged: WHAT; ADVICE", for who finds that a block does not hold what it must.
  Status damaged(std::string_view what) const;

 private:
  explicit BlockFile(base::File file) : file_(std::move(file)) {}
  Status read_head(std::uint64_t run) const;
  Status read_index();
  Status check_extents(std::uint64_t index_offset) const;
  Status read_exactly(std::uint64_t offset, char* out, std::size_t size) const;

  base::File file_;
  std::uint64_t bytes_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace textkin::store
