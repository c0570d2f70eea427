// The fixed parts of a block file as they stand on the disk: little-endian, without padding (docs/format.md).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/checksum.h"
#include "store/block.h"

namespace textkin::store {

static_assert(std::endian::native == std::endian::little, "block files are written and read without swapping bytes");

inline constexpr std::string_view kBlockFileMagic = "tkblocks";     // the first bytes of a file
inline constexpr std::string_view kBlockFileEndMagic = "tkblkend";  // the last ones
inline constexpr std::uint32_t kBlockFileVersion = 2;
inline constexpr std::uint64_t kMostBlocks = 1u << 20;  // a file

struct BlockFileHead {
  char magic[8];
  std::uint32_t version;
  std::uint32_t zero;
  std::uint64_t run;
  std::uint64_t checksum;  // of the 24 bytes before
};
static_assert(sizeof(BlockFileHead) == 32);

// The index is an array of these, ascending by (kind, number).
static_assert(sizeof(Block) == 32);

struct BlockFileTrailer {
  std::uint64_t index_offset;
  std::uint64_t index_size;  // bytes
  std::uint64_t checksum;    // of the index and the 16 bytes before
  char magic[8];
};
static_assert(sizeof(BlockFileTrailer) == 32);

// Every block and the index begin at a multiple of this; what lies between is zero.
inline constexpr std::uint64_t kBlockAlignment = 8;
constexpr std::uint64_t block_padding(std::uint64_t offset) { return -offset % kBlockAlignment; }

// How many bytes of a head or a trailer its checksum covers.
constexpr std::size_t kTrailerChecked = offsetof(BlockFileTrailer, checksum);
constexpr std::size_t kHeadChecked = offsetof(BlockFileHead, checksum);

template <class T>
std::string_view bytes_of(const T& value, std::size_t size = sizeof(T)) {
  return {reinterpret_cast<const char*>(&value), size};
}

}  // namespace textkin::store
