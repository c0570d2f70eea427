// PairStore: the verified pairs of a run in chunks, in memory as long as they may be. What the keep rule asked for, and
// what a run directory keeps, is in chunks of whole connected components.
//
// Threads: append() by one while nobody reads; read() by any number.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/scratch_file.h"
#include "store/block_file.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::engine::find {

class PairStore {
 public:
  PairStore() = default;
  // At most `memory` bytes of pairs are held; the rest goes to a nameless file in `directory`.
  PairStore(std::string directory, std::uint64_t memory);

  Status append(std::vector<VerifiedPair> chunk);
  // A chunk that a file of the run directory holds: its block kPairs.
  Status append(std::shared_ptr<const store::BlockFile> file);

  std::uint64_t size() const { return size_; }  // pairs
  std::size_t chunks() const { return chunks_.size(); }
  std::uint64_t spilled_bytes() const { return scratch_ == nullptr ? 0 : scratch_->bytes(); }

  // The pairs of a chunk; the view may lie in `scratch`.
  Result<std::span<const VerifiedPair>> read(std::size_t chunk, std::vector<VerifiedPair>& scratch) const;

 private:
  struct Chunk {
    std::vector<VerifiedPair> held;
    std::uint64_t count = 0;
    base::ScratchFile::Extent extent;
    std::shared_ptr<const store::BlockFile> file;
  };
  std::unique_ptr<base::ScratchFile> scratch_;
  std::uint64_t room_ = ~std::uint64_t{0};
  std::vector<Chunk> chunks_;
  std::uint64_t size_ = 0;
};

}  // namespace textkin::engine::find
