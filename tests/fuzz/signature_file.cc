// Any bytes as a file of signatures: as they are, and with checksums put right so that what is behind them is reached.
#include "store/signature_file.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "fuzzer.h"
#include "memory_file.h"
#include "mended_block_file.h"
#include "store/signature_meta.h"

namespace textkin::fuzz::signature_file {
namespace {

using namespace store;

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
  mend_block_file(bytes, kSignatureRun);
  read(bytes);
}

// What kMeta says stands in it as text.
constexpr std::string_view kWords[] = {"\"rows\":", "\"words\":", "\"version\":1", "\"spec\":[",
                                       "0",         "1",          "4294967294"};
const Registered kFuzzer({.name = "signature_file", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::signature_file
