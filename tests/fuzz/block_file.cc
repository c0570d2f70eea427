// Any bytes as a block file: as they are, or with head, trailer and checksums put right so that what is behind them is
// reached.
#include "store/block_file.h"

#include <cstdint>
#include <cstring>

#include "fuzzer.h"
#include "memory_file.h"
#include "store/block_layout.h"

namespace textkin::fuzz::block_file {
namespace {

constexpr std::uint64_t kRun = 1;

void repair(std::string& bytes) {
  using namespace store;
  BlockFileHead head{.magic = {}, .version = textkin::store::kBlockFileVersion, .zero = 0, .run = kRun, .checksum = 0};
  BlockFileTrailer trailer;
  if (bytes.size() < sizeof head + sizeof trailer) return;
  kBlockFileMagic.copy(head.magic, sizeof head.magic);
  head.checksum = base::checksum(bytes_of(head, kHeadChecked));
  bytes.replace(0, sizeof head, bytes_of(head));

  // The trailer's index size stands for itself, as far as it can be.
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

void read(const std::string& bytes) {
  const MemoryFile memory(bytes);
  const auto file = store::BlockFile::open(memory.path(), kRun);
  if (!file.ok()) return require(!file.status().message().empty());
  const bool verified = (*file)->verify().ok();
  bool all = true;
  for (const store::Block& block : (*file)->blocks()) {
    require((*file)->find(block.kind, block.number) == &block);
    std::string whole;
    const bool right = (*file)->read(block, whole).ok();
    all = all && right;
    std::string part(whole.size() / 2, '\0');
    if (right) {
      require((*file)->read_at(block, whole.size() - part.size(), part.data(), part.size()).ok());
      require(whole.ends_with(part));
    }
  }
  require(all || !verified);
}

void run(std::string_view given) {
  std::string bytes(given);
  read(bytes);
  repair(bytes);
  read(bytes);
}

const Registered kFuzzer({.name = "block_file", .run = run});

}  // namespace
}  // namespace textkin::fuzz::block_file
