// BlockFile: a file of checksummed blocks with an index at its end; the form of every file of a run directory but the
// manifest (docs/format.md).
//
// A file under its name is complete (block_file_writer.h); its reader trusts nothing all the same: open() checks head,
// index and every extent against the file's size; read() checks the block's checksum; verify() reads it all. Errors:
// kBadInput "PATH: damaged: WHAT; ADVICE" where bytes are not what they were, kMismatch where the file belongs to
// another run or a newer format, kIo, kExhausted where a block is larger than memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "store/block.h"
#include "textkin/status.h"

namespace textkin::store {

// Threads: any number at once. Memory: 32 bytes a block.
class BlockFile {
 public:
  // `advice`: what to do about damage, as messages end.
  static Result<std::shared_ptr<const BlockFile>> open(const std::string& path, std::uint64_t run,
                                                       std::string advice = "remove the run directory and run again");

  const std::string& path() const { return file_.path(); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t memory_bytes() const { return sizeof *this + path().capacity() + size_ * sizeof(Block); }
  std::span<const Block> blocks() const { return {blocks_.get(), size_}; }
  // Null where there is none. Ascending by (kind, number), so a search.
  const Block* find(BlockKind kind, std::uint32_t number) const;

  // Replaces `out` by the block, checked.
  Status read(const Block& block, std::string& out) const;
  // The same into block.size bytes from `out` on.
  Status read_to(const Block& block, char* out) const;
  // Part of a block, unchecked: for random access to a file that verify() has seen, and for who checks what it reads.
  Status read_at(const Block& block, std::uint64_t offset, char* out, std::size_t size) const;
  // Everything, in pieces of 1 MiB.
  Status verify() const;

  // kBadInput "PATH: damaged: WHAT; ADVICE", for who finds that a block does not hold what it must.
  Status damaged(std::string_view what) const;

 private:
  BlockFile(base::File file, std::string advice) : file_(std::move(file)), advice_(std::move(advice)) {}
  Status read_head(std::uint64_t run) const;
  Status read_index();
  Status check_extents(std::uint64_t index_offset) const;
  Status read_exactly(std::uint64_t offset, char* out, std::size_t size) const;

  base::File file_;
  std::string advice_;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<Block[]> blocks_;  // not a vector, which would write zeros first: an index has half a million
  std::size_t size_ = 0;
};

}  // namespace textkin::store
