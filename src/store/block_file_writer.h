// BlockFileWriter: writes a block file (block_file.h).
//
// A file appears under its name only when it is complete and on the disk: commit() writes the index, syncs the file,
// renames it and syncs the folder. Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "store/block.h"
#include "textkin/status.h"

namespace textkin::store {

class BlockFileWriter {
 public:
  // `run`: fingerprint of the run that the file belongs to. Not `durable`: nobody waits for the disk, for a file that
  // is of no use once this run has ended.
  static Result<std::unique_ptr<BlockFileWriter>> create(const std::string& path, std::uint64_t run,
                                                         bool durable = true);
  // A file that a user named: with the rights of what it replaces, never packed.
  static Result<std::unique_ptr<BlockFileWriter>> create_output(const std::string& path, std::uint64_t run);
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
  static Result<std::unique_ptr<BlockFileWriter>> begin(std::unique_ptr<State> state, std::uint64_t run);
  explicit BlockFileWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::store
