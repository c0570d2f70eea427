// BlockScanner: the bytes of a block in order, checked when the last one has been read.
//
// Memory: 256 KiB, whatever the size of the block. Threads: one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/checksum.h"
#include "store/block_file.h"
#include "textkin/status.h"

namespace textkin::store {

class BlockScanner {
 public:
  // Both must outlive the scanner.
  BlockScanner(const BlockFile& file, const Block& block) : file_(file), block_(block) {}

  // The next `size` bytes. kBadInput where the block has fewer.
  Status read(char* out, std::size_t size);
  Status skip(std::uint64_t size);

  // The rest must be empty, and the checksum right.
  Status finish() const;

 private:
  Status refill();

  const BlockFile& file_;
  const Block& block_;
  base::RunningChecksum checksum_;
  std::uint64_t fetched_ = 0;  // bytes of the block that have been in buffer_
  std::vector<char> buffer_;
  std::size_t used_ = 0;  // of buffer_
};

}  // namespace textkin::store
