// Any bytes as a block file: as they are, or with head, trailer and checksums put right so that what is behind them is
// reached.
#include "store/block_file.h"

#include <cstdint>

#include "fuzzer.h"
#include "memory_file.h"
#include "mended_block_file.h"

namespace textkin::fuzz::block_file {
namespace {

constexpr std::uint64_t kRun = 1;

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
  mend_block_file(bytes, kRun);
  read(bytes);
}

const Registered kFuzzer({.name = "block_file", .run = run});

}  // namespace
}  // namespace textkin::fuzz::block_file
