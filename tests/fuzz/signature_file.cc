// Any bytes as a file of signatures: as they are, and with checksums put right so that what is behind them is reached.
#include "store/signature_file.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "base/checksum.h"
#include "fuzzer.h"
#include "memory_file.h"
#include "store/block_layout.h"
#include "store/signature_meta.h"

namespace textkin::fuzz::signature_file {
namespace {

using namespace store;

// Blocks are put where they fit, one behind the other in the order of the index, and all checksums are made right.
void repair(std::string& bytes) {
  BlockFileTrailer trailer;
  BlockFileHead head{.magic = {}, .version = kBlockFileVersion, .zero = 0, .run = kSignatureRun, .checksum = 0};
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
  for (std::size_t at = trailer.index_offset; at + sizeof(Block) <= end; at += sizeof(Block)) {
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
  const auto opened = SignatureFile::open(memory.path());
  if (!opened.ok()) return require(!opened.status().message().empty());
  const SignatureFile& file = **opened;
  const bool verified = file.verify().ok();
  SignatureBlock rows;
  SignatureBlock again;
  DocId count = 0;
  SignatureIds ids(file);
  for (std::uint32_t stretch = 0; stretch < file.stretches(); ++stretch) {
    const bool right = file.read(stretch, rows).ok();
    require(right || !verified);
    require(rows.cells.size() * sizeof(Cell) <= bytes.size() && rows.cells.size() == rows.rows() * rows.words);
    require(count == file.first_row(stretch));
    for (std::size_t row = 0; row < rows.rows(); ++row, ++count) {
      std::string_view id;
      require(ids.read(count, id).ok() || !verified);
      if (!right) continue;
      require(file.read_again(count, again).ok());
      require(again.sizes[0] == rows.sizes[row] &&
              std::memcmp(again.cells.data(), rows[row].data(), rows.words * sizeof(Cell)) == 0);
    }
  }
  require(count == file.rows());
}

void run(std::string_view given) {
  std::string bytes(given);
  read(bytes);
  repair(bytes);
  read(bytes);
}

// What kMeta says stands in it as text.
constexpr std::string_view kWords[] = {"\"rows\":", "\"words\":", "\"version\":1", "\"spec\":[",
                                       "0",         "1",          "4294967294"};
const Registered kFuzzer({.name = "signature_file", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::signature_file
