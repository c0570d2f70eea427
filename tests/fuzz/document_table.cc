// Columns of documents in a file that is whole: what is in them may be anything.
#include "store/document_table.h"
#include "store/document_reader.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>

#include "memory_file.h"
#include "store/testing_file.h"

namespace textkin {
namespace {

constexpr std::uint64_t kRun = 1;

// Strings by documents, as far as they can be read.
std::string read_all(const store::DocumentTable& table, bool& whole) {
  store::DocumentReader reader(table);
  std::string all;
  for (DocId doc = 0; doc < table.size(); ++doc) {
    const DocId asked = doc % 3 == 0 ? doc : table.size() - 1 - doc / 2;
    store::DocumentRow row;
    if (!reader.read(asked, row).ok()) {
      whole = false;
      continue;
    }
    all.append(row.id).append("|").append(row.value).append("|").append(std::to_string(row.record.offset + row.size));
  }
  return all;
}

void load(const std::string& bytes, DocId documents) {
  const fuzz::MemoryFile memory(bytes);
  const auto file = store::BlockFile::open(memory.path(), kRun);
  fuzz::require(file.ok());
  store::DocumentTable kept, left, written;
  const bool loaded = kept.load(*file, true).ok();
  fuzz::require(loaded == left.load(*file, false).ok());
  for (DocId doc = 0; doc < documents; ++doc) written.append({});
  bool kept_whole = true, left_whole = true, written_whole = true;
  const std::string all = read_all(kept, kept_whole);
  fuzz::require(all == read_all(left, left_whole) && kept_whole && left_whole);
  if (!written.close_open(*file, false).ok()) return fuzz::require(!loaded);
  const std::string unchecked = read_all(written, written_whole);
  if (loaded) fuzz::require(written_whole && unchecked == all);
}

}  // namespace
}  // namespace textkin

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  const std::uint32_t documents = provider.ConsumeIntegralInRange<std::uint32_t>(0, 600);
  const std::uint32_t pages = (documents + 255) / 256;
  textkin::store::TestingFile file{.version = textkin::store::kBlockFileVersion, .run = 1, .blocks = {}, .bend = {}};
  file.blocks.push_back({2, 0, std::string(32 * documents + provider.ConsumeBool(), 'r')});
  file.blocks.push_back({3, 0, std::string(4 * documents, 's')});
  const bool values = provider.ConsumeBool();
  for (std::uint32_t kind = 4; kind < (values ? 6 : 5); ++kind) {
    // A column of empty strings, overwritten from a place on.
    std::string column;
    for (std::uint32_t page = 0; page <= pages; ++page)
      textkin::store::put(column, std::uint64_t{8} * (pages + 1) + 4 * std::min(documents, page * 256));
    column.append(4 * documents, '\0');
    const std::size_t place = provider.ConsumeIntegralInRange<std::size_t>(0, column.size());
    const std::string bytes = provider.ConsumeRandomLengthString();
    column.replace(place, std::min(bytes.size(), column.size() - place), bytes);
    if (provider.ConsumeBool())  // that the last page ends where the column does is hard to guess
      for (int i = 0; i < 8; ++i) column[8 * pages + i] = static_cast<char>(std::uint64_t{column.size()} >> 8 * i);
    file.blocks.push_back({kind, 0, column});
  }
  textkin::load(file.bytes(), documents);
  return 0;
}
