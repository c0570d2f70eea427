// A block file of any bytes whose magic, version, places and checksums are right, so that what is behind them is
// reached.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/checksum.h"
#include "store/block_layout.h"

namespace textkin::fuzz {

// In place; too few bytes stay as they are. The trailer's index size stands for itself, as far as it can be, and so do
// the places of blocks.
inline void mend_block_file(std::string& bytes, std::uint64_t run) {
  using namespace store;
  BlockFileHead head{.magic = {}, .version = kBlockFileVersion, .zero = 0, .run = run, .checksum = 0};
  BlockFileTrailer trailer;
  if (bytes.size() < sizeof head + sizeof trailer) return;
  kBlockFileMagic.copy(head.magic, sizeof head.magic);
  head.checksum = base::checksum(bytes_of(head, kHeadChecked));
  bytes.replace(0, sizeof head, bytes_of(head));

  const std::size_t end = bytes.size() - sizeof trailer;
  std::memcpy(&trailer, bytes.data() + end, sizeof trailer);
  trailer.index_size = trailer.index_size % (end - sizeof head + 1) / sizeof(Block) * sizeof(Block);
  trailer.index_offset = end - trailer.index_size;
  kBlockFileEndMagic.copy(trailer.magic, sizeof trailer.magic);
  bytes.replace(end, sizeof trailer, bytes_of(trailer));
  for (std::size_t at = trailer.index_offset; at < end; at += sizeof(Block)) {
    Block block;
    std::memcpy(&block, bytes.data() + at, sizeof block);
    if (block.offset <= end && block.size <= end - block.offset)
      block.checksum = base::checksum(std::string_view(bytes).substr(block.offset, block.size));
    std::memcpy(bytes.data() + at, &block, sizeof block);
  }
  trailer.checksum =
      base::checksum(std::string_view(bytes).substr(trailer.index_offset, trailer.index_size + kTrailerChecked));
  bytes.replace(end, sizeof trailer, bytes_of(trailer));
}

}  // namespace textkin::fuzz
