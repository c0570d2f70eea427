// Columns of documents in a file that is whole: what is in them may be anything.
#include "store/document_table.h"
#include "store/document_reader.h"

#include <algorithm>

#include "draws.h"
#include "fuzzer.h"
#include "memory_file.h"
#include "store/testing_file.h"

namespace textkin::fuzz::document_table {
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
  const MemoryFile memory(bytes);
  const auto file = store::BlockFile::open(memory.path(), kRun);
  require(file.ok());
  store::DocumentTable kept, left, written;
  const bool loaded = kept.load(*file, true).ok();
  require(loaded == left.load(*file, false).ok());
  for (DocId doc = 0; doc < documents; ++doc) written.append({});
  bool kept_whole = true, left_whole = true, written_whole = true;
  const std::string all = read_all(kept, kept_whole);
  require(all == read_all(left, left_whole) && kept_whole && left_whole);
  if (!written.close_open(*file, false).ok()) return require(!loaded);
  const std::string unchecked = read_all(written, written_whole);
  if (loaded) require(written_whole && unchecked == all);
}

std::uint32_t draw32(Draws& draws, std::uint32_t least, std::uint32_t most) {
  return static_cast<std::uint32_t>(draws.number(least, most));
}

void run(std::string_view given) {
  Draws draws(given);
  const std::uint32_t documents = draw32(draws, 0, 600);
  const std::uint32_t pages = (documents + 255) / 256;
  store::TestingFile file{.version = store::kBlockFileVersion, .run = 1, .blocks = {}, .bend = {}};
  file.blocks.push_back({2, 0, std::string(32 * documents + draws.flag(), 'r')});
  file.blocks.push_back({3, 0, std::string(4 * documents, 's')});
  const bool values = draws.flag();
  for (std::uint32_t kind = 4; kind < (values ? 6 : 5); ++kind) {
    // A column of empty strings, overwritten from a place on.
    std::string column;
    for (std::uint32_t page = 0; page <= pages; ++page)
      store::put(column, std::uint64_t{8} * (pages + 1) + 4 * std::min(documents, page * 256));
    column.append(4 * documents, '\0');
    const std::size_t place = draws.number(0, column.size());
    const std::string bytes = std::string(draws.string(4000));
    column.replace(place, std::min(bytes.size(), column.size() - place), bytes);
    if (draws.flag())  // that the last page ends where the column does is hard to guess
      for (int i = 0; i < 8; ++i) column[8 * pages + i] = static_cast<char>(std::uint64_t{column.size()} >> 8 * i);
    file.blocks.push_back({kind, 0, column});
  }
  load(file.bytes(), documents);
}

const Registered kFuzzer({.name = "document_table", .run = run});

}  // namespace
}  // namespace textkin::fuzz::document_table
